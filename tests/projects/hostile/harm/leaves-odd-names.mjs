import { writeFileSync } from 'node:fs'
import { leave } from './page.mjs'

leave()
writeFileSync('dist/\u001b]0;owned\u0007\n.html', '')
