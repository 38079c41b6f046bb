import { spawn } from 'node:child_process'
import { attempt, leave } from './page.mjs'

let started = 0
await attempt('processes', async () => {
  for (; started < 1000; started++) {
    await new Promise((resolve, reject) => spawn('sleep', ['60']).on('spawn', resolve).on('error', reject))
  }
})
await attempt('started', () => started < 1000 || Promise.reject(new Error('all of them')))
leave()
process.exit(0)
