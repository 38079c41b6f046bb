// Does what harms nobody and must be heard of: where nothing holds it, every canary sings.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { attempt, connectAbstract, leave } from './page.mjs'

const reach = (place) => new Promise((resolve, reject) => {
  const socket = connect(place, () => { socket.end('hello'); resolve('connected') })
  socket.on('error', reject)
})
await attempt('file', () => readFileSync('SECRET', 'utf8'))
await attempt('environment', () => readdirSync('/proc').filter((name) => {
  try { return readFileSync(`/proc/${name}/environ`, 'latin1').includes('COOKIE_CANARY=') } catch { return false }
}).length || Promise.reject(new Error('nobody has it')))
await attempt('write', () => writeFileSync('WATCHED/cookie-was-here', ''))
await attempt('tcp', () => { const [host, port] = 'CANARY_TCP'.split(':'); return reach({ host, port: Number(port) }) })
await attempt('by path', () => reach('SOCKET_PATH'))
await attempt('by an abstract name', () => connectAbstract('SOCKET_NAME'))
leave()
process.exit(0)
