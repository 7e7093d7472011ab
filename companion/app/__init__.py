"""The wiring: what is connected, the service with its threads, and what the page is handed."""
