import { readFileSync, readdirSync } from 'node:fs'
import { attempt, leave } from './page.mjs'

await attempt('file', () => readFileSync('secret.txt', 'utf8'))
await attempt('folder', () => readdirSync('folder'))
await attempt('up', () => readdirSync('src/up'))
leave()
