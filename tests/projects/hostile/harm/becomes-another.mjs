import { execSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { attempt, leave } from './page.mjs'

const run = (command) => execSync(command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
await attempt('who', () => readFileSync('/proc/self/status', 'utf8').match(/^(Uid|CapEff|CapBnd|NoNewPrivs|Seccomp):.*$/gm))
for (const command of [
  'su -c id', 'sudo -n id', 'unshare --user --map-root-user id', 'unshare --mount id', 'mount -t tmpfs none /tmp',
  'mount -o remount,rw /usr', 'umount /project', 'mknod dist.dev b 8 0', 'chroot / id', 'setpriv --reuid=0 id',
  'nsenter --target 1 --mount id', 'prlimit --nproc=100000 id', 'renice -n -20 -p $$', 'dmesg',
]) await attempt(command, () => run(command))
await attempt('core_pattern', () => run('echo "|/bin/sh" > /proc/sys/kernel/core_pattern'))
await attempt('sysrq', () => run('echo h > /proc/sysrq-trigger'))
leave()
