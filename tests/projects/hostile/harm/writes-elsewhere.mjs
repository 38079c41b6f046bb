import { appendFileSync, chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { attempt, leave } from './page.mjs'

for (const folder of ['WATCHED', 'OTHERS', 'STORE', '/usr', '/usr/bin', '/etc', '/dev', '/', '/root', '/var/tmp', '/proc/1/rootWATCHED']) {
  await attempt(`file in ${folder}`, () => writeFileSync(`${folder}/cookie-was-here`, ''))
  await attempt(`folder in ${folder}`, () => mkdirSync(`${folder}/cookie-was-here-too`))
}
await attempt('more in SECRET', () => appendFileSync('SECRET', 'written'))
await attempt('no SECRET', () => rmSync('SECRET'))
await attempt('mode of node', () => chmodSync(process.execPath, 0o777))
symlinkSync('WATCHED', 'elsewhere')
await attempt('through a link', () => writeFileSync('elsewhere/cookie-was-here', ''))
leave()
