import { StatCard } from "@/components/StatCard"
import type { Book } from "@/types"

export function Stats({ books }: { books: Book[] }) {
  const read = books.filter((book) => book.read)
  return (
    <section aria-label="In numbers" className="grid gap-4 sm:grid-cols-3">
      <StatCard label="Books" value={books.length} />
      <StatCard label="Read" value={read.length} />
      <StatCard label="Pages read" value={read.reduce((sum, book) => sum + book.pages, 0)} />
    </section>
  )
}
