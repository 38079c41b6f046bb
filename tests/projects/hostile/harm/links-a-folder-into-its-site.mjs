import { symlinkSync } from 'node:fs'
import { leave } from './page.mjs'

leave()
symlinkSync('WATCHED', 'dist/assets')
