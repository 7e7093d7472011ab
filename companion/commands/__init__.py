"""The commands of `companion`, a file each: what each takes, and what it does."""
