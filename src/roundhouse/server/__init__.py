"""The server: guests, lobby, tables, live updates, storage. `roundhouse serve` starts it."""
