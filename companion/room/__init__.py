"""The room: many tables that one program listens to (docs/room.md)."""
