"""What is kept: guests, tables, logs, snapshots and chat, in one database file (SQLite) by default."""
