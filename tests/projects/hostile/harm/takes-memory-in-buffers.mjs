const kept = []
for (;;) kept.push(Buffer.alloc(8_000_000, 1))
