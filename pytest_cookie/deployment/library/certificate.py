"""A certificate of the moment, with which the gateway speaks for the hosts that the library answers for.

Nobody trusts it: the browser, whose only way out is the gateway, is told not to ask. Its key never leaves the process
but for one temporary file, from which alone Python reads one.
"""

import datetime
import ssl
import tempfile
from functools import cache
from pathlib import Path

_CALENDAR = (datetime.datetime(2020, 1, 1), datetime.datetime(2049, 1, 1))


@cache
def server_context() -> ssl.SSLContext:
    """For the server's side of a connection; one for the whole process."""
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
