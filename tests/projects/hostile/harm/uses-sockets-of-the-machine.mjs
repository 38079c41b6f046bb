import { connect } from 'node:net'
import { attempt, connectAbstract, leave } from './page.mjs'

const reach = (path) => new Promise((resolve, reject) => {
  const socket = connect(path, () => { socket.end('hello'); resolve('connected') })
  socket.on('error', reject)
})
await attempt('by path', () => reach('SOCKET_PATH'))
await attempt('by an abstract name', () => connectAbstract('SOCKET_NAME'))
for (const path of ['/var/run/docker.sock', '/run/systemd/private', '/run/dbus/system_bus_socket', '/tmp/.X11-unix/X0']) {
  await attempt(path, () => reach(path))
}
leave()
