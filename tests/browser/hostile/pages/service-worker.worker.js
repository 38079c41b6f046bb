const mine = () => new Response('<h1>Mine now</h1>', { headers: { 'Content-Type': 'text/html' } });
addEventListener('install', () => skipWaiting());
addEventListener('activate', () => clients.claim());
addEventListener('fetch', (event) => event.respondWith(mine()));
