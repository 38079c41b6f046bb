import { part } from "@/lib/part"

const Kbd = part(
  "kbd",
  "kbd",
  "pointer-events-none inline-flex h-5.5 min-w-5.5 items-center justify-center gap-1 rounded-sm border border-b-2 bg-muted px-1.5 font-sans text-xs font-medium text-muted-foreground select-none [&_svg:not([class*='size-'])]:size-3",
)

const KbdGroup = part("kbd", "kbd-group", "inline-flex items-center gap-1")

export { Kbd, KbdGroup }
