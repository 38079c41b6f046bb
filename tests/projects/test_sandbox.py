"""A command in the sandbox sees only its own user by name."""

from pathlib import Path

import pytest

from pytest_cookie.core.errors import BuildError
from pytest_cookie.sandbox.bubblewrap import find_bubblewrap
from pytest_cookie.sandbox.job import Job
from pytest_cookie.sandbox.limits import Limits
from pytest_cookie.sandbox.tools import find_node

ASKS_FOR_NAMES = """
const {lookup} = require('dns'), {createServer} = require('http')
lookup('example.org', error => console.log('others:', error?.code))
const server = createServer((_, answer) => answer.end('itself'))
server.listen(0, 'localhost', async () => {
  const answer = await fetch(`http://localhost:${server.address().port}/`)
  console.log('localhost:', await answer.text())
  server.close(), server.closeAllConnections()
})
"""


def test_a_server_of_its_own_listens_on_localhost(tmp_path: Path):
    try:
        sandbox = find_bubblewrap(find_node())
    except BuildError as error:
        pytest.skip(f"no build works here: {error}")
    (tmp_path / "build.cjs").write_text(ASKS_FOR_NAMES)
    ended = sandbox.run(Job(tmp_path, "node build.cjs", folders=("dist",)), Limits())
    assert ended.code == 0, ended.log
    assert "localhost: itself" in ended.log
    assert "others: EAI_AGAIN" in ended.log or "others: ENOTFOUND" in ended.log
