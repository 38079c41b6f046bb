import { Check, Trash2 } from "lucide-react"

import { ReadBadge } from "@/components/ReadBadge"
import { Button } from "@/components/ui/button"
import type { Book } from "@/types"

type BookItemProps = { book: Book; onToggle: () => void; onRemove: () => void }

export function BookItem({ book, onToggle, onRemove }: BookItemProps) {
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-lg border p-4">
      <div className="grow">
        <p className="font-semibold">{book.title}</p>
        <p className="text-muted-foreground">
          {book.author}, {book.pages} pages
        </p>
      </div>
      <ReadBadge read={book.read} />
      <Button variant="outline" onClick={onToggle}>
        <Check aria-hidden /> {book.read ? "Mark as unread" : "Mark as read"}
      </Button>
      <Button variant="outline" size="icon" aria-label={`Remove ${book.title}`} onClick={onRemove}>
        <Trash2 aria-hidden />
      </Button>
    </li>
  )
}
