import { Input } from "@/components/ui/input"
import { Label } from "@/components/ui/label"

export function SearchField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <div className="grid gap-2">
      <Label htmlFor="search">Search the shelf</Label>
      <Input id="search" type="search" value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
