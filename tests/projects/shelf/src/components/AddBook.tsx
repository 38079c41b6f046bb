import { Plus } from "lucide-react"
import { useState, type FormEvent } from "react"

import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/input"
import { Label } from "@/components/ui/label"

type AddBookProps = { onAdd: (book: { title: string; author: string; pages: number }) => void }

export function AddBook({ onAdd }: AddBookProps) {
  const [title, setTitle] = useState("")
  const [author, setAuthor] = useState("")
  const [pages, setPages] = useState("")

  function submit(event: FormEvent) {
    event.preventDefault()
    onAdd({ title: title.trim(), author: author.trim(), pages: Number(pages) })
    setTitle("")
    setAuthor("")
    setPages("")
  }

  return (
    <form onSubmit={submit} className="grid items-end gap-4 sm:grid-cols-[2fr_2fr_1fr_auto]">
      <div className="grid gap-2">
        <Label htmlFor="title">Title</Label>
        <Input id="title" required value={title} onChange={(event) => setTitle(event.target.value)} />
      </div>
      <div className="grid gap-2">
        <Label htmlFor="author">Author</Label>
        <Input id="author" required value={author} onChange={(event) => setAuthor(event.target.value)} />
      </div>
      <div className="grid gap-2">
        <Label htmlFor="pages">Pages</Label>
        <Input id="pages" type="number" min={1} required value={pages} onChange={(event) => setPages(event.target.value)} />
      </div>
      <Button type="submit">
        <Plus aria-hidden /> Add book
      </Button>
    </form>
  )
}
