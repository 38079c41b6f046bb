import { linkSync, writeFileSync } from 'node:fs'
import { attempt, leave } from './page.mjs'

await attempt('node', () => linkSync(process.execPath, 'node-too'))
leave()
writeFileSync('dist/a.txt', 'a')
linkSync('dist/a.txt', 'dist/b.txt')
