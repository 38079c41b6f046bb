import { writeFileSync } from 'node:fs'

const lot = Buffer.alloc(4_000_000, 1)
const full = []
for (const folder of ['/tmp', '/dev/shm', '.']) {
  try { for (let count = 0; ; count++) writeFileSync(`${folder}/lot-${count}`, lot) } catch (error) { full.push(error) }
}
throw full.at(-1)
