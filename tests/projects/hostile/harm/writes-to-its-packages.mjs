import { appendFileSync, chmodSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { attempt, leave } from './page.mjs'

await attempt('what is there', () => readdirSync('node_modules').includes('guest') || Promise.reject(new Error('none')))
await attempt('chmod', () => chmodSync('node_modules/guest/index.js', 0o777))
await attempt('append', () => appendFileSync('node_modules/guest/index.js', '\nconsole.log("poisoned")\n'))
await attempt('new', () => writeFileSync('node_modules/guest/more.js', ''))
await attempt('beside', () => writeFileSync('node_modules/more.js', ''))
await attempt('remove', () => rmSync('node_modules/guest', { recursive: true }))
await attempt('rename', () => renameSync('node_modules', 'other'))
await attempt('scratch', () => writeFileSync('node_modules/.vite/kept', 'poisoned'))
leave()
