"""Hosts in a lock file from which packages are installed."""

from pytest_cookie.sandbox.lock_file import LockFile, from_registry

YARN = """# yarn lockfile v1


"@scope/part@^1.0.0":
  version "1.0.2"
  resolved "https://registry.yarnpkg.com/@scope/part/-/part-1.0.2.tgz#abc"
  integrity sha512-AA==

left-pad@1.3.0:
  version "1.3.0"
  resolved "http://169.254.169.254/npm/left-pad/-/left-pad-1.3.0.tgz"
  dependencies:
    resolved "^2.0.0"
"""


def test_yarn_uses_the_users_registry_and_no_other_host():
    text = from_registry(LockFile("yarn.lock", YARN), "https://mirror.example/npm/")
    addresses = [line.split()[1] for line in text.splitlines() if line.startswith("  resolved")]
    assert addresses == [
        '"https://mirror.example/npm/@scope/part/-/part-1.0.2.tgz#abc"',
        '"https://mirror.example/npm/left-pad/-/left-pad-1.3.0.tgz"',
    ]
    assert len(text.splitlines()) == len(YARN.splitlines())
    assert '    resolved "^2.0.0"' in text
