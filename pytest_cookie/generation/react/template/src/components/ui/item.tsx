import * as React from "react"
import { cva, type VariantProps } from "class-variance-authority"
import { Slot } from "radix-ui"

import { Separator } from "@/components/ui/separator"
import { part } from "@/lib/part"
import { focusRing } from "@/lib/styles"
import { cn } from "@/lib/utils"

const ItemGroup = part("div", "item-group", "flex flex-col", { role: "list" })
const ItemSeparator = part(Separator, "item-separator", "my-0", { orientation: "horizontal" })

const itemVariants = cva(
  [
    "group/item flex flex-wrap items-center rounded-md border border-transparent text-sm transition-colors [a]:hover:bg-accent/60",
    focusRing,
  ],
  {
    variants: {
      variant: { default: "bg-transparent", outline: "border-border", muted: "bg-muted/60" },
      size: { default: "gap-4 p-4", sm: "gap-2.5 px-4 py-3", xs: "gap-2 px-2.5 py-2" },
    },
    defaultVariants: { variant: "default", size: "default" },
  },
)

function Item({
  className,
  variant = "default",
  size = "default",
  asChild = false,
  ...props
}: React.ComponentProps<"div"> & VariantProps<typeof itemVariants> & { asChild?: boolean }) {
  const Comp = asChild ? Slot.Root : "div"
  return (
    <Comp
      data-slot="item"
      data-variant={variant}
      data-size={size}
      className={cn(itemVariants({ variant, size }), className)}
      {...props}
    />
  )
}

const itemMediaVariants = cva(
  "flex shrink-0 items-center justify-center gap-2 group-has-data-[slot=item-description]/item:self-start [&_svg]:pointer-events-none",
  {
    variants: {
      variant: {
        default: "bg-transparent",
        icon: "size-9 rounded-md border bg-muted [&_svg:not([class*='size-'])]:size-4",
        image: "size-10 overflow-hidden rounded-md [&_img]:size-full [&_img]:object-cover",
      },
    },
    defaultVariants: { variant: "default" },
  },
)

function ItemMedia({
  className,
  variant = "default",
  ...props
}: React.ComponentProps<"div"> & VariantProps<typeof itemMediaVariants>) {
  return (
    <div
      data-slot="item-media"
      data-variant={variant}
      className={cn(itemMediaVariants({ variant }), className)}
      {...props}
    />
  )
}

const ItemContent = part("div", "item-content", "flex min-w-0 flex-1 flex-col gap-1")
const ItemTitle = part("div", "item-title", "flex w-fit items-center gap-2 leading-snug font-medium")
const ItemDescription = part(
  "p",
  "item-description",
  "line-clamp-2 leading-normal font-normal text-balance text-muted-foreground",
)
const ItemActions = part("div", "item-actions", "flex items-center gap-2")
const ItemHeader = part("div", "item-header", "flex basis-full items-center justify-between gap-2")
const ItemFooter = part("div", "item-footer", "flex basis-full items-center justify-between gap-2")

export {
  Item,
  ItemActions,
  ItemContent,
  ItemDescription,
  ItemFooter,
  ItemGroup,
  ItemHeader,
  ItemMedia,
  ItemSeparator,
  ItemTitle,
}
