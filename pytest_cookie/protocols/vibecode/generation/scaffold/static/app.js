export async function ask(method, path, value) {
  const answer = await fetch(path, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: value === undefined ? undefined : JSON.stringify(value),
  })
  return { status: answer.status, value: await answer.json() }
}
