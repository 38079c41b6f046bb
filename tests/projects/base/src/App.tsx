import { Coffee } from 'lucide-react'
import { useState } from 'react'
import { Card } from '@/components/Card'

export default function App() {
  const [cups, setCups] = useState(0)
  return (
    <main className="mx-auto max-w-xl p-8">
      <h1 className="mb-4 text-3xl font-bold">Cups of coffee today</h1>
      <Card title="Counter">
        <p role="status">Cups so far: {cups}</p>
        <button className="mt-4 rounded-lg bg-teal-800 px-4 py-3 text-white" onClick={() => setCups(cups + 1)}>
          <Coffee aria-hidden className="mr-2 inline" /> One more cup
        </button>
      </Card>
    </main>
  )
}
