"""The statements the server uses, each made once: the writer tells them apart by identity."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import bindparam, delete, insert, literal, select, update

from roundhouse.server.storage.models import chat, crashes, devices, guests, links, log, members, snapshots, tables


def packed(value: object) -> bytes:
    return msgspec.json.encode(value)


def unpacked(data: bytes) -> Any:
    return msgspec.json.decode(data)


add_guest = insert(guests)
add_device = insert(devices)
rename_guest = update(guests).where(guests.c.id == bindparam("who")).values(name=bindparam("new_name"))
change_recovery = update(guests).where(guests.c.id == bindparam("who")).values(recovery=bindparam("new_recovery"))
guest_seen = update(guests).where(guests.c.id == bindparam("who")).values(seen=bindparam("now"))
forget_device = delete(devices).where(devices.c.token == bindparam("hash"))
guest_by_token = (
    select(guests.c.id, guests.c.name, guests.c.created)
    .join(devices, devices.c.guest == guests.c.id)
    .where(devices.c.token == bindparam("hash"))
)
add_link = insert(links)
drop_links = delete(links).where((links.c.guest == bindparam("who")) | (links.c.expires < bindparam("now")))
use_link = delete(links).where(links.c.code == bindparam("hash"))
guest_by_link = (
    select(guests.c.id, guests.c.name, guests.c.created)
    .join(links, links.c.guest == guests.c.id)
    .where(links.c.code == bindparam("hash"), links.c.expires > bindparam("now"))
)
guest_by_recovery = select(guests.c.id, guests.c.name, guests.c.created).where(guests.c.recovery == bindparam("hash"))

add_table = insert(tables)
change_table = (
    update(tables)
    .where(tables.c.id == bindparam("which"))
    .values(
        status=bindparam("new_status"),
        public=bindparam("new_public"),
        changed=bindparam("new_changed"),
        facts=bindparam("new_facts"),
    )
)
start_table = (
    update(tables)
    .where(tables.c.id == bindparam("which"))
    .values(
        seq=bindparam("new_seq"),
        state=bindparam("new_state"),
        key=bindparam("new_key"),
        rules_version=bindparam("new_rules"),
        content=bindparam("new_content"),
    )
)
move_table = (
    update(tables)
    .where(tables.c.id == bindparam("which"))
    .values(
        seq=bindparam("new_seq"),
        state=bindparam("new_state"),
        key=bindparam("new_key"),
        changed=bindparam("new_changed"),
    )
)
table_by_id = select(tables).where(tables.c.id == bindparam("which"))
tables_alive = select(tables.c.id).where(tables.c.status.in_(("waiting", "running", "frozen")))
tables_finished = (
    select(tables.c.id)
    .where(tables.c.status == "finished", tables.c.public.is_(True))
    .order_by(tables.c.changed.desc())
    .limit(50)
)
tables_of_guest = (
    select(members.c.table)
    .join(tables, tables.c.id == members.c.table)
    .where(members.c.guest == bindparam("who"))
    .order_by(tables.c.changed.desc())
    .limit(100)
)
tables_there = select(tables.c.id).where(tables.c.id.in_(bindparam("which", expanding=True)))
remove_table = delete(tables).where(tables.c.id == bindparam("which"))
remove_table_members = delete(members).where(members.c.table == bindparam("which"))
remove_table_chat = delete(chat).where(chat.c.table == bindparam("which"))
add_member = insert(members).prefix_with("OR IGNORE", dialect="sqlite")
remove_member = delete(members).where(members.c.guest == bindparam("who"), members.c.table == bindparam("which"))

add_entry = insert(log)
entries_between = (
    select(log)
    .where(log.c.table == bindparam("which"), log.c.seq > bindparam("after"), log.c.seq <= bindparam("until"))
    .order_by(log.c.seq)
)
entry_asked = (
    select(log)
    .where(log.c.table == bindparam("which"), log.c.seat == bindparam("who"), log.c.asked == bindparam("at_seq"))
    .where(log.c.forced.is_(False))
    .order_by(log.c.seq)
    .limit(1)
)
add_snapshot = insert(snapshots)
snapshot_before = (
    select(snapshots)
    .where(snapshots.c.table == bindparam("which"), snapshots.c.seq <= bindparam("until"))
    .order_by(snapshots.c.seq.desc())
    .limit(1)
)

add_chat = insert(chat)
chat_since = (
    select(chat.c.id, chat.c.channel, chat.c.message)
    .where(chat.c.table == bindparam("which"), chat.c.id > bindparam("after"))
    .order_by(chat.c.id)
)
add_crash = insert(crashes)
one = select(literal(1))
