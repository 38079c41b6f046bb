import * as React from "react"
import { Tooltip as Primitive } from "radix-ui"

import { part } from "@/lib/part"
import { popupMotion } from "@/lib/styles"
import { cn } from "@/lib/utils"

function TooltipProvider({ delayDuration = 200, ...props }: React.ComponentProps<typeof Primitive.Provider>) {
  return <Primitive.Provider delayDuration={delayDuration} {...props} />
}

/** Stands alone: a provider further up is not needed. */
function Tooltip(props: React.ComponentProps<typeof Primitive.Root>) {
  return (
    <TooltipProvider>
      <Primitive.Root {...props} />
    </TooltipProvider>
  )
}

const TooltipTrigger = part(Primitive.Trigger, "tooltip-trigger")

function TooltipContent({
  className,
  sideOffset = 4,
  children,
  ...props
}: React.ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="tooltip-content"
        sideOffset={sideOffset}
        className={cn(
          "z-50 w-fit max-w-xs rounded-md bg-foreground px-3 py-1.5 text-sm text-balance text-background shadow-md data-[state=delayed-open]:animate-in data-[state=delayed-open]:fade-in-0",
          popupMotion,
          className,
        )}
        {...props}
      >
        {children}
        <Primitive.Arrow className="fill-foreground" />
      </Primitive.Content>
    </Primitive.Portal>
  )
}

export { Tooltip, TooltipContent, TooltipProvider, TooltipTrigger }
