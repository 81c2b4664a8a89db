"""Links for a further device outlive a restart, and each lets one device in."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "links",
        sa.Column("code", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(24), nullable=False, index=True),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.add_column("devices", sa.Column("link", sa.String(64)))
    op.create_index("devices_link", "devices", ["link"], unique=True)
