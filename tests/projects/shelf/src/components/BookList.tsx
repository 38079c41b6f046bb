import { BookItem } from "@/components/BookItem"
import { EmptyShelf } from "@/components/EmptyShelf"
import type { Book } from "@/types"

type BookListProps = { books: Book[]; onToggle: (id: number) => void; onRemove: (id: number) => void }

export function BookList({ books, onToggle, onRemove }: BookListProps) {
  if (books.length === 0) return <EmptyShelf />
  return (
    <ul className="grid gap-3">
      {books.map((book) => (
        <BookItem key={book.id} book={book} onToggle={() => onToggle(book.id)} onRemove={() => onRemove(book.id)} />
      ))}
    </ul>
  )
}
