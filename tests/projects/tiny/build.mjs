import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

const { App } = await import('./src/app.mjs')
mkdirSync('dist')
writeFileSync('dist/index.html', readFileSync('index.html', 'utf8').replace('<!-- app -->', App()))
