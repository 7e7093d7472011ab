import pytest
from served_table import ServedTable

from web.app import create_app


@pytest.fixture
def table():
    """A companion with nobody at the table yet."""
    return ServedTable()


@pytest.fixture
def app(table):
    return create_app(table.door)


@pytest.fixture
def phone(app):
    """A device of its own: each call is another phone."""

    def new(language="en"):
        client = app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = language
        return client

    return new
