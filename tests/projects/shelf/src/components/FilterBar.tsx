import { Button } from "@/components/ui/button"
import type { Filter } from "@/types"

const NAMES: Record<Filter, string> = { all: "All", read: "Read", unread: "To read" }

export function FilterBar({ value, onChange }: { value: Filter; onChange: (filter: Filter) => void }) {
  return (
    <div role="group" aria-label="Which books" className="flex gap-2">
      {(Object.keys(NAMES) as Filter[]).map((one) => (
        <Button key={one} variant={one === value ? "default" : "outline"} aria-pressed={one === value} onClick={() => onChange(one)}>
          {NAMES[one]}
        </Button>
      ))}
    </div>
  )
}
