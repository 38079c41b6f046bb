import { mkdirSync, writeFileSync } from 'node:fs'
import { leave } from './page.mjs'

leave()
for (let folder = 0; folder < 25; folder++) {
  mkdirSync(`dist/${folder}`)
  for (let count = 0; count < 1000; count++) writeFileSync(`dist/${folder}/${count}`, '')
}
