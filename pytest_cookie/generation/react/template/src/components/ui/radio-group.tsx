import * as React from "react"
import { RadioGroup as Primitive } from "radix-ui"

import { part } from "@/lib/part"
import { focusRing } from "@/lib/styles"
import { cn } from "@/lib/utils"

const RadioGroup = part(Primitive.Root, "radio-group", "grid gap-3")

function RadioGroupItem({ className, ...props }: React.ComponentProps<typeof Primitive.Item>) {
  return (
    <Primitive.Item
      data-slot="radio-group-item"
      className={cn(
        "relative aspect-square size-5 shrink-0 rounded-full border border-input bg-background text-primary shadow-xs transition-colors after:absolute after:-inset-1 hover:border-foreground/60 disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive data-[state=checked]:border-primary dark:bg-input/15",
        focusRing,
        className,
      )}
      {...props}
    >
      <Primitive.Indicator data-slot="radio-group-indicator" className="flex size-full items-center justify-center">
        <span className="size-2.5 rounded-full bg-current" />
      </Primitive.Indicator>
    </Primitive.Item>
  )
}

export { RadioGroup, RadioGroupItem }
