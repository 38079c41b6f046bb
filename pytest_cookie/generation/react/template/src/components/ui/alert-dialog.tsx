import * as React from "react"
import type { VariantProps } from "class-variance-authority"
import { AlertDialog as Primitive } from "radix-ui"

import { buttonVariants } from "@/components/ui/button"
import { part } from "@/lib/part"
import { dialogFooter, dialogPanel, dialogTitle, dialogWords, popupMotion, scrim } from "@/lib/styles"
import { cn } from "@/lib/utils"

type ButtonLook = VariantProps<typeof buttonVariants>

const AlertDialog = part(Primitive.Root, "alert-dialog")
const AlertDialogTrigger = part(Primitive.Trigger, "alert-dialog-trigger")
const AlertDialogPortal = part(Primitive.Portal, "alert-dialog-portal")
const AlertDialogOverlay = part(Primitive.Overlay, "alert-dialog-overlay", scrim)

function AlertDialogContent({
  className,
  size = "default",
  ...props
}: React.ComponentProps<typeof Primitive.Content> & { size?: "default" | "sm" }) {
  return (
    <Primitive.Portal>
      <AlertDialogOverlay />
      <Primitive.Content
        data-slot="alert-dialog-content"
        data-size={size}
        className={cn(dialogPanel, popupMotion, size === "sm" ? "sm:max-w-sm" : "sm:max-w-lg", className)}
        {...props}
      />
    </Primitive.Portal>
  )
}

const AlertDialogHeader = part("div", "alert-dialog-header", "flex flex-col gap-2")
const AlertDialogFooter = part("div", "alert-dialog-footer", dialogFooter)
const AlertDialogMedia = part(
  "div",
  "alert-dialog-media",
  "inline-flex size-12 items-center justify-center rounded-lg bg-muted [&_svg]:size-6",
)
const AlertDialogTitle = part(Primitive.Title, "alert-dialog-title", dialogTitle)
const AlertDialogDescription = part(Primitive.Description, "alert-dialog-description", dialogWords)

function AlertDialogAction({
  className,
  variant,
  size,
  ...props
}: React.ComponentProps<typeof Primitive.Action> & ButtonLook) {
  return (
    <Primitive.Action
      data-slot="alert-dialog-action"
      className={cn(buttonVariants({ variant, size }), className)}
      {...props}
    />
  )
}

function AlertDialogCancel({
  className,
  variant = "outline",
  size,
  ...props
}: React.ComponentProps<typeof Primitive.Cancel> & ButtonLook) {
  return (
    <Primitive.Cancel
      data-slot="alert-dialog-cancel"
      className={cn(buttonVariants({ variant, size }), className)}
      {...props}
    />
  )
}

export {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogMedia,
  AlertDialogOverlay,
  AlertDialogPortal,
  AlertDialogTitle,
  AlertDialogTrigger,
}
