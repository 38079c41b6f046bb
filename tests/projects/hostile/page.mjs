// What every hostile build has: what it tries and how that went is told on the page that it leaves.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

const said = []

/** Tell of an attempt: DONE and what came of it, or why not. */
export async function attempt(what, act) {
  try {
    said.push(`${what} DONE ${String(await act()).slice(0, 2000)}`)
  } catch (error) {
    said.push(`${what} refused ${error.code ?? error.message}`)
  }
}

/** What a line of Perl says; an error where it says nothing. It names abstract sockets exactly, and calls the kernel. */
export function perl(script) {
  const said = execFileSync('perl', ['-e', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  if (!said) throw new Error('it could not')
  return said
}

export const connectAbstract = (name) => {
  try {
    return perl(`socket(my $end, 1, 1, 0) or die; connect($end, pack("S", 1) . "\\0${name}") or die "$!"; print "connected"`)
  } catch (error) {
    throw new Error(String(error.stderr ?? error).split('\n')[0])
  }
}

/** The page; what was tried stands on it. */
export function leave() {
  mkdirSync('dist', { recursive: true })
  writeFileSync('dist/index.html', `<main>${said.join('\n')}</main>`)
}
