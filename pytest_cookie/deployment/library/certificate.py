"""A temporary self-signed certificate that the gateway uses for the hosts answered by the library.

The browser is started with certificate checks disabled, because it can only reach the gateway. The private key leaves
the process only as a temporary file, because Python's `ssl` loads keys only from files.
"""

import datetime
import ssl
import tempfile
from functools import cache
from pathlib import Path

_CALENDAR = (datetime.datetime(2020, 1, 1), datetime.datetime(2049, 1, 1))


@cache
def server_context() -> ssl.SSLContext:
    """The TLS context of the server side; one per process."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory(prefix="pytest-cookie-") as folder:
        file = Path(folder, "certificate.pem")
        file.touch(mode=0o600)
        file.write_bytes(_certificate())
        context.load_cert_chain(file)
    return context


def _certificate() -> bytes:
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "pytest-cookie")])
    begins, ends = _CALENDAR
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begins)
        .not_valid_after(ends)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)
