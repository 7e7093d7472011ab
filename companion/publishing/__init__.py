"""Publishing: what a table tells the room through an MQTT broker, and how it is signed (docs/formats.md)."""
