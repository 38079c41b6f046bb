import { part } from "@/lib/part"

const Card = part("div", "card", "flex flex-col gap-5 rounded-xl border bg-card py-6 text-card-foreground shadow-sm")

const CardHeader = part(
  "div",
  "card-header",
  "grid auto-rows-min grid-rows-[auto_auto] items-start gap-1.5 px-6 has-data-[slot=card-action]:grid-cols-[1fr_auto] [.border-b]:pb-6",
)

const CardTitle = part("div", "card-title", "leading-snug font-semibold")

const CardDescription = part("div", "card-description", "text-sm leading-normal text-muted-foreground")

const CardAction = part("div", "card-action", "col-start-2 row-span-2 row-start-1 self-start justify-self-end")

const CardContent = part("div", "card-content", "px-6")

const CardFooter = part("div", "card-footer", "flex items-center px-6 [.border-t]:pt-6")

export { Card, CardAction, CardContent, CardDescription, CardFooter, CardHeader, CardTitle }
