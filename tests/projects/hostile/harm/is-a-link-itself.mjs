import { symlinkSync } from 'node:fs'

symlinkSync('WATCHED', 'dist')
