export default function App() {
  return (
    <main className="grid min-h-svh place-items-center p-6">
      <h1 className="text-2xl font-semibold">Nothing here yet</h1>
    </main>
  )
}
