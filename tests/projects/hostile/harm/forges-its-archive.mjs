import { readFileSync, writeFileSync } from 'node:fs'
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
const parent = Number(readFileSync('/proc/self/stat', 'utf8').split(' ')[3])
for (const process of [parent, 1, 2, 3]) await attempt('', () => writeFileSync(`/proc/${process}/fd/3`, Buffer.concat(archive)))
leave()
