import * as React from "react"
import { Progress as Primitive } from "radix-ui"

import { cn } from "@/lib/utils"

function Progress({ className, value, max = 100, ...props }: React.ComponentProps<typeof Primitive.Root>) {
  const share = value == null ? 0 : Math.min(100, Math.max(0, (value / max) * 100))
  return (
    <Primitive.Root
      data-slot="progress"
      value={value}
      max={max}
      className={cn("relative h-2 w-full overflow-hidden rounded-full bg-primary/18", className)}
      {...props}
    >
      <Primitive.Indicator
        data-slot="progress-indicator"
        className="size-full rounded-full bg-primary transition-transform duration-300 ease-out data-[state=indeterminate]:animate-pulse"
        style={{ transform: `translateX(-${100 - share}%)` }}
      />
    </Primitive.Root>
  )
}

export { Progress }
