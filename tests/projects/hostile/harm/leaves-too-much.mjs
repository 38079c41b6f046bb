import { writeFileSync } from 'node:fs'
import { leave } from './page.mjs'

leave()
for (let count = 0; count < 6; count++) writeFileSync(`dist/film-${count}.mp4`, Buffer.alloc(5_000_000, 1))
