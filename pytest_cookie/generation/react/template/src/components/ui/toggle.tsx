import * as React from "react"
import { cva, type VariantProps } from "class-variance-authority"
import { Toggle as Primitive } from "radix-ui"

import { disabledLook, focusRing } from "@/lib/styles"
import { cn } from "@/lib/utils"

const toggleVariants = cva(
  [
    "inline-flex items-center justify-center gap-2 rounded-md text-sm font-medium whitespace-nowrap transition-colors hover:bg-muted hover:text-foreground data-[state=on]:bg-accent data-[state=on]:text-accent-foreground [&_svg]:pointer-events-none [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4",
    focusRing,
    disabledLook,
  ],
  {
    variants: {
      variant: {
        default: "bg-transparent",
        outline: "border bg-transparent shadow-xs hover:bg-accent data-[state=on]:border-foreground/25",
      },
      size: { default: "h-9 min-w-9 px-2", sm: "h-8 min-w-8 px-1.5", lg: "h-11 min-w-11 px-2.5" },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
)

function Toggle({
  className,
  variant,
  size,
  ...props
}: React.ComponentProps<typeof Primitive.Root> & VariantProps<typeof toggleVariants>) {
  return <Primitive.Root data-slot="toggle" className={cn(toggleVariants({ variant, size }), className)} {...props} />
}

export { Toggle, toggleVariants }
