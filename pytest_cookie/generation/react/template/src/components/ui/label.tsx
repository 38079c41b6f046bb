import { Label as Primitive } from "radix-ui"

import { part } from "@/lib/part"

const Label = part(
  Primitive.Root,
  "label",
  "flex items-center gap-2 text-sm leading-snug font-medium select-none group-data-[disabled=true]:pointer-events-none group-data-[disabled=true]:opacity-50 peer-disabled:cursor-not-allowed peer-disabled:opacity-50",
)

export { Label }
