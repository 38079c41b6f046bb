import { execSync } from 'node:child_process'
import { leave } from './page.mjs'

leave()
execSync('mkfifo dist/pipe')
