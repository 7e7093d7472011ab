"""The room's page: walls that anybody may look at, and the director's."""
