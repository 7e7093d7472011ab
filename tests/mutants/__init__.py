"""Mutation testing: small faults planted by chance, each run against its module's own fast tests. `make mutants`."""
