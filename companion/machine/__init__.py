"""The machine it runs on: what is connected, how every part does, and how systemd and the network are told."""
