import * as React from "react"
import { Switch as Primitive } from "radix-ui"

import { focusRing } from "@/lib/styles"
import { cn } from "@/lib/utils"

function Switch({
  className,
  size = "default",
  ...props
}: React.ComponentProps<typeof Primitive.Root> & { size?: "default" | "sm" }) {
  return (
    <Primitive.Root
      data-slot="switch"
      data-size={size}
      className={cn(
        "group inline-flex h-6 w-10 shrink-0 items-center rounded-full border border-transparent bg-input px-0.5 shadow-xs transition-colors disabled:cursor-not-allowed disabled:opacity-50 data-[size=sm]:h-5 data-[size=sm]:w-8 data-[state=checked]:bg-primary",
        focusRing,
        className,
      )}
      {...props}
    >
      <Primitive.Thumb
        data-slot="switch-thumb"
        className="pointer-events-none block size-4.5 rounded-full bg-background shadow-sm transition-transform duration-150 group-data-[size=sm]:size-3.5 data-[state=checked]:translate-x-4 group-data-[size=sm]:data-[state=checked]:translate-x-3"
      />
    </Primitive.Root>
  )
}

export { Switch }
