import { execSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { attempt, leave } from './page.mjs'

await attempt('own', () => process.env.COOKIE_CANARY ?? Promise.reject(new Error('unset')))
await attempt('names', () => Object.keys(process.env).sort())
for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
  await attempt(`environ of ${id}`, () => readFileSync(`/proc/${id}/environ`, 'latin1').replaceAll('\0', ' '))
  await attempt(`words of ${id}`, () => readFileSync(`/proc/${id}/cmdline`, 'latin1').replaceAll('\0', ' '))
}
await attempt('shell', () => execSync('env; set', { encoding: 'utf8' }))
leave()
