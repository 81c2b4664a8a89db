"""The first form of the database."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guests",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("name", sa.String(300), nullable=False),
        sa.Column("recovery", sa.String(64), nullable=False, unique=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "devices",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(24), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(60), nullable=False),
        sa.Column("status", sa.String(12), nullable=False, index=True),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False, index=True),
        sa.Column("facts", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("key", sa.LargeBinary),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("state", sa.LargeBinary),
        sa.Column("rules_version", sa.String(60), nullable=False),
        sa.Column("content", sa.String(60), nullable=False),
    )
    op.create_table(
        "members",
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("table", sa.String(24), primary_key=True),
    )
    op.create_index("members_of", "members", ["table"])
    op.create_table(
        "log",
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("forced", sa.Boolean, nullable=False),
        sa.Column("entry", sa.LargeBinary, nullable=False),
        sa.Column("told", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("key", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("table", sa.String(24), primary_key=True),
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("channel", sa.String(12), nullable=False),
        sa.Column("message", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "crashes",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table", sa.String(24), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("action", sa.LargeBinary, nullable=False),
        sa.Column("trace", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
