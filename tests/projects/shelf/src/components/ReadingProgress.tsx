import { Progress } from "@/components/ui/progress"

export function ReadingProgress({ read, of }: { read: number; of: number }) {
  return (
    <div className="grid gap-2">
      <p role="status">
        {read} of {of} books read
      </p>
      <Progress aria-label="Books read" value={read} max={Math.max(of, 1)} />
    </div>
  )
}
