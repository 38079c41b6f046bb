import { BookOpen } from "lucide-react"

export function PageHeader({ title, note }: { title: string; note: string }) {
  return (
    <header className="flex items-center gap-3">
      <BookOpen aria-hidden className="size-8 text-primary" />
      <div>
        <h1 className="text-3xl font-semibold">{title}</h1>
        <p className="text-muted-foreground">{note}</p>
      </div>
    </header>
  )
}
