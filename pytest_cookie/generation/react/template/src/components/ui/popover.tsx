import * as React from "react"
import { Popover as Primitive } from "radix-ui"

import { part } from "@/lib/part"
import { popup, popupMotion } from "@/lib/styles"
import { cn } from "@/lib/utils"

const Popover = part(Primitive.Root, "popover")
const PopoverTrigger = part(Primitive.Trigger, "popover-trigger")
const PopoverAnchor = part(Primitive.Anchor, "popover-anchor")

function PopoverContent({
  className,
  align = "center",
  sideOffset = 6,
  ...props
}: React.ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="popover-content"
        align={align}
        sideOffset={sideOffset}
        className={cn(
          popup,
          popupMotion,
          "w-72 max-w-[calc(100vw-2rem)] origin-(--radix-popover-content-transform-origin) p-4 text-sm outline-hidden",
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  )
}

const PopoverHeader = part("div", "popover-header", "flex flex-col gap-1")
const PopoverTitle = part("div", "popover-title", "font-medium")
const PopoverDescription = part("p", "popover-description", "text-muted-foreground")

export { Popover, PopoverAnchor, PopoverContent, PopoverDescription, PopoverHeader, PopoverTitle, PopoverTrigger }
