import { truncateSync, writeFileSync } from 'node:fs'
import { leave } from './page.mjs'

leave()
writeFileSync('dist/film.mp4', '')
truncateSync('dist/film.mp4', 2 ** 40)
