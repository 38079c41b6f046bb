import * as React from "react"
import { cva, type VariantProps } from "class-variance-authority"

import { Label } from "@/components/ui/label"
import { Separator } from "@/components/ui/separator"
import { part } from "@/lib/part"
import { cn } from "@/lib/utils"

const FieldSet = part("fieldset", "field-set", "flex flex-col gap-5")

function FieldLegend({
  className,
  variant = "legend",
  ...props
}: React.ComponentProps<"legend"> & { variant?: "legend" | "label" }) {
  return (
    <legend
      data-slot="field-legend"
      data-variant={variant}
      className={cn("mb-3 font-medium data-[variant=label]:text-sm", className)}
      {...props}
    />
  )
}

const FieldGroup = part("div", "field-group", "@container/field-group flex w-full flex-col gap-6")

const fieldVariants = cva("group/field flex w-full gap-2.5 data-[invalid=true]:text-destructive", {
  variants: {
    orientation: {
      vertical: "flex-col *:w-full [&>.sr-only]:w-auto",
      horizontal: "flex-row items-center has-[>[data-slot=field-content]]:items-start *:data-[slot=field-label]:flex-auto",
      responsive:
        "flex-col *:w-full @md/field-group:flex-row @md/field-group:items-center @md/field-group:*:w-auto @md/field-group:*:data-[slot=field-label]:flex-auto",
    },
  },
  defaultVariants: { orientation: "vertical" },
})

function Field({
  className,
  orientation = "vertical",
  ...props
}: React.ComponentProps<"div"> & VariantProps<typeof fieldVariants>) {
  return (
    <div
      role="group"
      data-slot="field"
      data-orientation={orientation}
      className={cn(fieldVariants({ orientation }), className)}
      {...props}
    />
  )
}

const FieldContent = part("div", "field-content", "flex flex-1 flex-col gap-1 leading-snug")
const FieldLabel = part(
  Label,
  "field-label",
  "w-fit leading-snug group-data-[disabled=true]/field:opacity-50 has-[>[data-slot=field]]:w-full has-[>[data-slot=field]]:flex-col has-[>[data-slot=field]]:rounded-md has-[>[data-slot=field]]:border has-data-[state=checked]:border-primary has-data-[state=checked]:bg-primary/5 *:data-[slot=field]:p-4",
)
const FieldTitle = part("div", "field-title", "flex w-fit items-center gap-2 text-sm leading-snug font-medium")
const FieldDescription = part(
  "p",
  "field-description",
  "text-sm leading-normal font-normal text-muted-foreground [&>a]:underline [&>a]:underline-offset-4",
)

function FieldSeparator({ children, className, ...props }: React.ComponentProps<"div">) {
  return (
    <div data-slot="field-separator" className={cn("relative h-5 text-sm", className)} {...props}>
      <Separator className="absolute inset-x-0 top-1/2" />
      {children && (
        <span className="relative mx-auto block w-fit bg-background px-2 text-muted-foreground">{children}</span>
      )}
    </div>
  )
}

function FieldError({
  className,
  children,
  errors = [],
  ...props
}: React.ComponentProps<"div"> & { errors?: Array<{ message?: string } | undefined> }) {
  const messages = [...new Set(errors.flatMap((error) => error?.message ?? []))]
  const told = messages.length > 1 ? (
    <ul className="ml-4 flex list-disc flex-col gap-1">
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  ) : (
    messages[0]
  )
  const content = children ?? told
  if (!content) return null
  return (
    <div
      role="alert"
      data-slot="field-error"
      className={cn("text-sm font-normal text-destructive", className)}
      {...props}
    >
      {content}
    </div>
  )
}

export {
  Field,
  FieldContent,
  FieldDescription,
  FieldError,
  FieldGroup,
  FieldLabel,
  FieldLegend,
  FieldSeparator,
  FieldSet,
  FieldTitle,
}
