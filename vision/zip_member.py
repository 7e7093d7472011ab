"""ZIP file member without a date: a zip file knows none before 1980, and a Pi's clock may stand in 1970."""

import zipfile


def undated(name: str) -> zipfile.ZipInfo:
    """Return the member of that name, which its owner may read and write once it is unpacked."""
    member = zipfile.ZipInfo(name)
    member.external_attr = 0o600 << 16
    return member
