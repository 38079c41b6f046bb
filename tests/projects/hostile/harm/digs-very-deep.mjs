import { mkdirSync, writeFileSync } from 'node:fs'
import { leave } from './page.mjs'

leave()
process.chdir('dist')
for (let depth = 0; depth < 300; depth++) { mkdirSync('deeper'); process.chdir('deeper') }
writeFileSync('treasure', '')
