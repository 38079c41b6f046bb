import * as React from "react"
import { Slider as Primitive } from "radix-ui"

import { cn } from "@/lib/utils"

function Slider({
  className,
  defaultValue,
  value,
  min = 0,
  max = 100,
  "aria-label": label,
  "aria-labelledby": labelledBy,
  ...props
}: React.ComponentProps<typeof Primitive.Root>) {
  const thumbs = value?.length ?? defaultValue?.length ?? 1
  return (
    <Primitive.Root
      data-slot="slider"
      value={value}
      defaultValue={defaultValue}
      min={min}
      max={max}
      className={cn(
        "relative flex w-full touch-none items-center py-1.5 select-none data-[disabled]:opacity-50 data-[orientation=vertical]:h-full data-[orientation=vertical]:min-h-40 data-[orientation=vertical]:w-auto data-[orientation=vertical]:flex-col data-[orientation=vertical]:px-1.5",
        className,
      )}
      {...props}
    >
      <Primitive.Track
        data-slot="slider-track"
        className="relative grow overflow-hidden rounded-full bg-primary/18 data-[orientation=horizontal]:h-1.5 data-[orientation=vertical]:w-1.5"
      >
        <Primitive.Range
          data-slot="slider-range"
          className="absolute bg-primary data-[orientation=horizontal]:h-full data-[orientation=vertical]:w-full"
        />
      </Primitive.Track>
      {Array.from({ length: thumbs }, (_, index) => (
        <Primitive.Thumb
          key={index}
          data-slot="slider-thumb"
          aria-label={thumbs > 1 && label ? `${label}, ${index + 1} of ${thumbs}` : label}
          aria-labelledby={labelledBy}
          className="relative block size-5 shrink-0 rounded-full border-2 border-primary bg-background shadow-sm transition-shadow after:absolute after:-inset-1 hover:ring-4 hover:ring-ring/25 focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-ring disabled:pointer-events-none"
        />
      ))}
    </Primitive.Root>
  )
}

export { Slider }
