import * as React from "react"
import { cva, type VariantProps } from "class-variance-authority"

import { Button } from "@/components/ui/button"
import { Input } from "@/components/ui/input"
import { Textarea } from "@/components/ui/textarea"
import { part } from "@/lib/part"
import { cn } from "@/lib/utils"

const InputGroup = part(
  "div",
  "input-group",
  "relative flex h-9 w-full min-w-0 items-center rounded-md border border-input bg-background shadow-xs transition-colors hover:border-foreground/60 has-disabled:opacity-50 has-[>[data-align^=block]]:h-auto has-[>[data-align^=block]]:flex-col has-[>textarea]:h-auto has-[[data-slot=input-group-control]:focus-visible]:outline-2 has-[[data-slot=input-group-control]:focus-visible]:-outline-offset-1 has-[[data-slot=input-group-control]:focus-visible]:outline-ring has-[[aria-invalid=true]]:border-destructive dark:bg-input/15",
  { role: "group" },
)

const addonVariants = cva(
  "flex cursor-text items-center justify-center gap-2 text-sm font-medium text-muted-foreground select-none [&>kbd]:rounded-sm [&>svg:not([class*='size-'])]:size-4",
  {
    variants: {
      align: {
        "inline-start": "order-first pl-3 has-[>button]:pl-1",
        "inline-end": "order-last pr-3 has-[>button]:pr-1",
        "block-start": "order-first w-full justify-start px-3 pt-2.5 [.border-b]:pb-2.5",
        "block-end": "order-last w-full justify-start px-3 pb-2.5 [.border-t]:pt-2.5",
      },
    },
    defaultVariants: { align: "inline-start" },
  },
)

function InputGroupAddon({
  className,
  align = "inline-start",
  onClick,
  ...props
}: React.ComponentProps<"div"> & VariantProps<typeof addonVariants>) {
  return (
    <div
      role="group"
      data-slot="input-group-addon"
      data-align={align}
      className={cn(addonVariants({ align }), className)}
      onClick={(event) => {
        onClick?.(event)
        if ((event.target as Element).closest("button")) return
        event.currentTarget.parentElement?.querySelector<HTMLElement>("input, textarea")?.focus()
      }}
      {...props}
    />
  )
}

function InputGroupButton({
  size = "xs",
  type = "button",
  variant = "ghost",
  ...props
}: React.ComponentProps<typeof Button>) {
  return <Button type={type} data-slot="input-group-button" size={size} variant={variant} {...props} />
}

const InputGroupText = part(
  "span",
  "input-group-text",
  "flex items-center gap-2 text-sm text-muted-foreground [&_svg:not([class*='size-'])]:size-4",
)

const bare = "flex-1 rounded-none border-0 bg-transparent shadow-none outline-none focus-visible:outline-none dark:bg-transparent"

function InputGroupInput({ className, ...props }: React.ComponentProps<typeof Input>) {
  return <Input data-slot="input-group-control" className={cn(bare, "h-full", className)} {...props} />
}

function InputGroupTextarea({ className, ...props }: React.ComponentProps<typeof Textarea>) {
  return <Textarea data-slot="input-group-control" className={cn(bare, "resize-none py-3", className)} {...props} />
}

export { InputGroup, InputGroupAddon, InputGroupButton, InputGroupInput, InputGroupText, InputGroupTextarea }
