import * as React from "react"
import type { VariantProps } from "class-variance-authority"
import { ToggleGroup as Primitive } from "radix-ui"

import { toggleVariants } from "@/components/ui/toggle"
import { cn } from "@/lib/utils"

type Look = VariantProps<typeof toggleVariants>

const LookContext = React.createContext<Look & { joined: boolean }>({ joined: true })

function ToggleGroup({
  className,
  variant,
  size,
  spacing = 0,
  children,
  ...props
}: React.ComponentProps<typeof Primitive.Root> & Look & { spacing?: number }) {
  const look = React.useMemo(() => ({ variant, size, joined: spacing === 0 }), [variant, size, spacing])
  return (
    <Primitive.Root
      data-slot="toggle-group"
      className={cn("flex w-fit items-center rounded-md", className)}
      style={spacing ? { gap: `${spacing * 0.25}rem` } : undefined}
      {...props}
    >
      <LookContext value={look}>{children}</LookContext>
    </Primitive.Root>
  )
}

function ToggleGroupItem({
  className,
  variant,
  size,
  ...props
}: React.ComponentProps<typeof Primitive.Item> & Look) {
  const look = React.use(LookContext)
  const shownVariant = look.variant ?? variant
  return (
    <Primitive.Item
      data-slot="toggle-group-item"
      className={cn(
        toggleVariants({ variant: shownVariant, size: look.size ?? size }),
        "shrink-0 px-3 focus-visible:z-10",
        look.joined && "rounded-none shadow-none first:rounded-l-md last:rounded-r-md",
        look.joined && shownVariant === "outline" && "border-l-0 first:border-l",
        className,
      )}
      {...props}
    />
  )
}

export { ToggleGroup, ToggleGroupItem }
