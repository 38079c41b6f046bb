import * as React from "react"
import { ChevronDown } from "lucide-react"

import { part } from "@/lib/part"
import { fieldBox } from "@/lib/styles"
import { cn } from "@/lib/utils"

function NativeSelect({
  className,
  size = "default",
  ...props
}: Omit<React.ComponentProps<"select">, "size"> & { size?: "sm" | "default" }) {
  return (
    <div
      data-slot="native-select-wrapper"
      className="relative w-fit max-w-full has-[select:disabled]:opacity-50"
    >
      <select
        data-slot="native-select"
        data-size={size}
        className={cn(
          fieldBox,
          "h-9 w-full min-w-0 appearance-none py-1 pr-9 pl-3 data-[size=sm]:h-8",
          className,
        )}
        {...props}
      />
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted-foreground"
      />
    </div>
  )
}

const option = "bg-background text-foreground"
const NativeSelectOption = part("option", "native-select-option", option)
const NativeSelectOptGroup = part("optgroup", "native-select-optgroup", option)

export { NativeSelect, NativeSelectOptGroup, NativeSelectOption }
