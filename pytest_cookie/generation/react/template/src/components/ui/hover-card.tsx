import * as React from "react"
import { HoverCard as Primitive } from "radix-ui"

import { part } from "@/lib/part"
import { popup, popupMotion } from "@/lib/styles"
import { cn } from "@/lib/utils"

const HoverCard = part(Primitive.Root, "hover-card")
const HoverCardTrigger = part(Primitive.Trigger, "hover-card-trigger")

function HoverCardContent({
  className,
  align = "center",
  sideOffset = 6,
  ...props
}: React.ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="hover-card-content"
        align={align}
        sideOffset={sideOffset}
        className={cn(popup, popupMotion, "w-72 max-w-[calc(100vw-2rem)] p-4 text-sm outline-hidden", className)}
        {...props}
      />
    </Primitive.Portal>
  )
}

export { HoverCard, HoverCardContent, HoverCardTrigger }
