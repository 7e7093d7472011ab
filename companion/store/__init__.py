"""Games on disk: SQLite rows, and records in and out."""
