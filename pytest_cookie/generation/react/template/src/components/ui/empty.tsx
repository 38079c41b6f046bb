import * as React from "react"
import { cva, type VariantProps } from "class-variance-authority"

import { part } from "@/lib/part"
import { cn } from "@/lib/utils"

const Empty = part(
  "div",
  "empty",
  "flex min-w-0 flex-1 flex-col items-center justify-center gap-5 rounded-lg border-dashed p-6 text-center text-balance md:p-10",
)

const EmptyHeader = part("div", "empty-header", "flex max-w-sm flex-col items-center gap-2")

const emptyMediaVariants = cva("mb-1 flex shrink-0 items-center justify-center [&_svg]:pointer-events-none", {
  variants: {
    variant: {
      default: "bg-transparent",
      icon: "size-11 rounded-lg bg-muted text-foreground [&_svg:not([class*='size-'])]:size-5",
    },
  },
  defaultVariants: { variant: "default" },
})

function EmptyMedia({
  className,
  variant,
  ...props
}: React.ComponentProps<"div"> & VariantProps<typeof emptyMediaVariants>) {
  return <div data-slot="empty-media" className={cn(emptyMediaVariants({ variant }), className)} {...props} />
}

const EmptyTitle = part("div", "empty-title", "text-lg font-medium")
const EmptyDescription = part(
  "div",
  "empty-description",
  "text-sm leading-relaxed text-muted-foreground [&>a]:underline [&>a]:underline-offset-4",
)
const EmptyContent = part(
  "div",
  "empty-content",
  "flex w-full max-w-sm min-w-0 flex-col items-center gap-4 text-sm text-balance",
)

export { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyMedia, EmptyTitle }
