import { mkdirSync, writeFileSync } from 'node:fs'

for (let folder = 0; ; folder++) {
  mkdirSync(`dist/${folder}`, { recursive: true })
  for (let count = 0; count < 1000; count++) writeFileSync(`dist/${folder}/${count}`, '')
}
