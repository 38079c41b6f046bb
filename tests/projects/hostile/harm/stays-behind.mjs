import { spawn } from 'node:child_process'
import { leave } from './page.mjs'

const stay = "process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {}); setInterval(() => {}, 1000)"
for (const stdio of ['ignore', 'inherit']) {
  spawn('setsid', [process.execPath, '-e', stay, 'MARK'], { detached: true, stdio }).unref()
}
leave()
