import * as React from "react"
import { Check, Minus } from "lucide-react"
import { Checkbox as Primitive } from "radix-ui"

import { focusRing } from "@/lib/styles"
import { cn } from "@/lib/utils"

function Checkbox({ className, ...props }: React.ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      data-slot="checkbox"
      className={cn(
        "group relative size-5 shrink-0 rounded-sm border border-input bg-background shadow-xs transition-colors after:absolute after:-inset-1 hover:border-foreground/60 disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive data-[state=checked]:border-primary data-[state=checked]:bg-primary data-[state=checked]:text-primary-foreground data-[state=indeterminate]:border-primary data-[state=indeterminate]:bg-primary data-[state=indeterminate]:text-primary-foreground dark:bg-input/15",
        focusRing,
        className,
      )}
      {...props}
    >
      <Primitive.Indicator data-slot="checkbox-indicator" className="flex items-center justify-center text-current">
        <Check aria-hidden className="size-3.5 stroke-3 group-data-[state=indeterminate]:hidden" />
        <Minus aria-hidden className="hidden size-3.5 stroke-3 group-data-[state=indeterminate]:block" />
      </Primitive.Indicator>
    </Primitive.Root>
  )
}

export { Checkbox }
