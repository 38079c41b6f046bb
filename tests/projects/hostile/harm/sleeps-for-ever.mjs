for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGXCPU']) process.on(signal, () => console.log('I stay'))
console.log('waiting')
setInterval(() => {}, 1000)
