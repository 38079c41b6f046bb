import { useState } from "react"

import { AddBook } from "@/components/AddBook"
import { BookList } from "@/components/BookList"
import { FilterBar } from "@/components/FilterBar"
import { PageHeader } from "@/components/PageHeader"
import { ReadingProgress } from "@/components/ReadingProgress"
import { SearchField } from "@/components/SearchField"
import { Stats } from "@/components/Stats"
import type { Filter } from "@/types"
import { useShelf } from "@/useShelf"

export default function App() {
  const { books, add, remove, toggle } = useShelf()
  const [search, setSearch] = useState("")
  const [filter, setFilter] = useState<Filter>("all")
  const wanted = search.trim().toLowerCase()
  const shown = books
    .filter((book) => filter === "all" || book.read === (filter === "read"))
    .filter((book) => `${book.title} ${book.author}`.toLowerCase().includes(wanted))
  return (
    <main className="mx-auto grid max-w-4xl gap-8 p-6">
      <PageHeader title="My shelf" note="What I have read, and what is next." />
      <Stats books={books} />
      <ReadingProgress read={books.filter((book) => book.read).length} of={books.length} />
      <AddBook onAdd={add} />
      <div className="flex flex-wrap items-end justify-between gap-4">
        <SearchField value={search} onChange={setSearch} />
        <FilterBar value={filter} onChange={setFilter} />
      </div>
      <BookList books={shown} onToggle={toggle} onRemove={remove} />
    </main>
  )
}
