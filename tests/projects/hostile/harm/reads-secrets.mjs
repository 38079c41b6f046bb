import { readFileSync, readdirSync } from 'node:fs'
import { attempt, leave } from './page.mjs'

for (const path of ['SECRET', '/proc/1/rootSECRET', '/proc/self/cwd/../..SECRET', '/dev/../..SECRET', '/etc/shadow', '/etc/passwd']) {
  await attempt(path, () => readFileSync(path, 'utf8'))
}
for (const path of ['WATCHED', 'OTHERS', 'STORE', '/root', '/home', '/var', '/sys', '/run']) {
  await attempt(path, () => readdirSync(path))
}
leave()
