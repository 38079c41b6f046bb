import { writeSync } from 'node:fs'

const line = `${'la '.repeat(1000)}\n`
for (;;) writeSync(1, line)
