import { attempt, leave, perl } from './page.mjs'

const [memfd, keyctl] = process.arch === 'arm64' ? [279, 219] : [319, 250]
await attempt('memfd', () => perl(`my $name = 'm'; my $fd = syscall(${memfd}, $name, 0); print "fd $fd" if $fd >= 0`))
await attempt('shm', () => perl('my $id = shmget(4711, 16_000_000, 0600 | 01000); print "id $id" if defined $id'))
await attempt('queue', () => perl('my $id = msgget(4711, 0600 | 01000); print "id $id" if defined $id'))
await attempt('keys', () => perl(`my $id = syscall(${keyctl}, 0, -4, 1); print "id $id" if $id >= 0`))
await attempt('vsock', () => perl('print "a socket" if socket(my $socket, 40, 1, 0)'))
await attempt('unix', () => perl('print "a socket" if socket(my $socket, 1, 1, 0)'))
leave()
