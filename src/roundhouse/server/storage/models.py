"""The tables of the database. Migrations under `migrations/` bring a file of any age to this form."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("name", String(300), nullable=False),
    Column("recovery", String(64), nullable=False, unique=True),
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
)

# A device is one cookie; only the hash of its token is kept.
devices = Table(
    "devices",
    metadata,
    Column("token", String(64), primary_key=True),
    Column("guest", String(24), nullable=False, index=True),
    Column("created", Float, nullable=False),
    # The link it came in by, hashed: the index refuses a second device with the same.
    Column("link", String(64)),
    Index("devices_link", "link", unique=True),
)

# What brings one more device in, once; only the hash of the code is kept.
links = Table(
    "links",
    metadata,
    Column("code", String(64), primary_key=True),
    Column("guest", String(24), nullable=False, index=True),
    Column("expires", Float, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("game", String(60), nullable=False),
    Column("status", String(12), nullable=False, index=True),
    Column("public", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False, index=True),
    Column("facts", LargeBinary, nullable=False),
    # Secrets: the seed of the match, the key its chance draws from now, and the whole position.
    Column("seed", LargeBinary, nullable=False),
    Column("key", LargeBinary),
    Column("seq", Integer, nullable=False),
    Column("state", LargeBinary),
    Column("rules_version", String(60), nullable=False),
    Column("content", String(60), nullable=False),
)

members = Table(
    "members",
    metadata,
    Column("guest", String(24), primary_key=True),
    Column("table", String(24), primary_key=True),
    Index("members_of", "table"),
)

# The truth of every match. The primary key refuses a second entry with one number.
log = Table(
    "log",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("asked", Integer, nullable=False),
    Column("forced", Boolean, nullable=False),
    Column("entry", LargeBinary, nullable=False),
    Column("told", LargeBinary, nullable=False),
    Column("at", Float, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("key", LargeBinary, nullable=False),
    Column("state", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("table", String(24), primary_key=True),
    Column("id", Integer, primary_key=True),
    Column("channel", String(12), nullable=False),
    Column("message", LargeBinary, nullable=False),
)

crashes = Table(
    "crashes",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table", String(24), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", LargeBinary, nullable=False),
    Column("trace", Text, nullable=False),
    Column("at", Float, nullable=False),
)
