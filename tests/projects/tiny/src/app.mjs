export function App() {
  return '<main>Nothing here yet.</main>'
}
