import { useState } from "react"

import type { Book } from "@/types"

const FIRST: Book[] = [
  { id: 1, title: "Middlemarch", author: "George Eliot", pages: 880, read: true },
  { id: 2, title: "The Waves", author: "Virginia Woolf", pages: 228, read: false },
  { id: 3, title: "Invisible Cities", author: "Italo Calvino", pages: 165, read: false },
]

export function useShelf() {
  const [books, setBooks] = useState(FIRST)
  return {
    books,
    add: (book: Omit<Book, "id" | "read">) => setBooks([...books, { ...book, id: Date.now(), read: false }]),
    remove: (id: number) => setBooks(books.filter((book) => book.id !== id)),
    toggle: (id: number) => setBooks(books.map((book) => (book.id === id ? { ...book, read: !book.read } : book))),
  }
}
