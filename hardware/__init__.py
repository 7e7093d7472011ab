"""One file a device: the protocol, the real one, the twin."""
