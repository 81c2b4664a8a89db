"""Runs the steps on the connection that `database.upgrade` hands over."""

from __future__ import annotations

from alembic import context

from roundhouse.server.storage.models import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
