import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { attempt, leave } from './page.mjs'

const reach = (options) => new Promise((resolve, reject) => {
  const socket = connect(options, () => { socket.end('GET /'); resolve('connected') })
  socket.on('error', reject)
  socket.setTimeout(3000, () => { socket.destroy(); reject(new Error('silence')) })
})
const place = (text) => { const at = text.lastIndexOf(':'); return { host: text.slice(0, at).replace(/[[\]]/g, ''), port: Number(text.slice(at + 1)) } }

for (const target of ['CANARY_TCP', 'CANARY_SIX', 'CANARY_OWN', '169.254.169.254:80', '203.0.113.1:443']) {
  await attempt(`tcp ${target}`, () => reach(place(target)))
}
await attempt('udp', () => new Promise((resolve, reject) => {
  const { host, port } = place('CANARY_UDP')
  const socket = createSocket('udp4')
  socket.on('error', reject)
  socket.send('hello', port, host, (error) => (error ? reject(error) : resolve('sent')))
}))
await attempt('name', () => lookup('example.com'))
await attempt('fetch', () => fetch('http://CANARY_TCP/').then((answer) => answer.status))
leave()
process.exit(0)
