import * as React from "react"
import { X } from "lucide-react"
import { Dialog as Primitive } from "radix-ui"

import { part } from "@/lib/part"
import { closeCorner, dialogFooter, dialogPanel, dialogTitle, dialogWords, popupMotion, scrim } from "@/lib/styles"
import { cn } from "@/lib/utils"

const Dialog = part(Primitive.Root, "dialog")
const DialogTrigger = part(Primitive.Trigger, "dialog-trigger")
const DialogPortal = part(Primitive.Portal, "dialog-portal")
const DialogClose = part(Primitive.Close, "dialog-close")
const DialogOverlay = part(Primitive.Overlay, "dialog-overlay", scrim)

function DialogContent({
  className,
  children,
  showCloseButton = true,
  ...props
}: React.ComponentProps<typeof Primitive.Content> & { showCloseButton?: boolean }) {
  return (
    <Primitive.Portal>
      <DialogOverlay />
      <Primitive.Content
        data-slot="dialog-content"
        className={cn(dialogPanel, popupMotion, "sm:max-w-lg", className)}
        {...props}
      >
        {children}
        {showCloseButton && (
          <Primitive.Close data-slot="dialog-close" className={closeCorner}>
            <X aria-hidden />
            <span className="sr-only">Close</span>
          </Primitive.Close>
        )}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

const DialogHeader = part("div", "dialog-header", "flex flex-col gap-2 pr-8 text-left")
const DialogFooter = part("div", "dialog-footer", dialogFooter)
const DialogTitle = part(Primitive.Title, "dialog-title", dialogTitle)
const DialogDescription = part(Primitive.Description, "dialog-description", dialogWords)

export {
  Dialog,
  DialogClose,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogOverlay,
  DialogPortal,
  DialogTitle,
  DialogTrigger,
}
