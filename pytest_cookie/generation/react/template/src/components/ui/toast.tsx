import * as React from "react"
import { cva, type VariantProps } from "class-variance-authority"
import { X } from "lucide-react"
import { Toast as Primitive } from "radix-ui"

import { part } from "@/lib/part"
import { focusRing } from "@/lib/styles"
import { cn } from "@/lib/utils"

const ToastProvider = Primitive.Provider

const ToastViewport = part(
  Primitive.Viewport,
  "toast-viewport",
  "fixed top-0 z-100 flex max-h-svh w-full flex-col-reverse gap-2 p-4 outline-hidden sm:top-auto sm:right-0 sm:bottom-0 sm:max-w-md sm:flex-col",
)

const toastVariants = cva(
  "relative flex w-full items-center justify-between gap-4 overflow-hidden rounded-lg border p-4 pr-10 shadow-lg transition-transform data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:slide-in-from-bottom-2 data-[swipe=cancel]:translate-x-0 data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x) data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:transition-none",
  {
    variants: {
      variant: {
        default: "bg-popover text-popover-foreground",
        destructive: "border-destructive bg-destructive text-destructive-foreground",
      },
    },
    defaultVariants: { variant: "default" },
  },
)

function Toast({
  className,
  variant,
  ...props
}: React.ComponentProps<typeof Primitive.Root> & VariantProps<typeof toastVariants>) {
  return <Primitive.Root data-slot="toast" className={cn(toastVariants({ variant }), className)} {...props} />
}

const ToastAction = part(
  Primitive.Action,
  "toast-action",
  `inline-flex h-8 shrink-0 items-center justify-center rounded-md border border-current/30 px-3 text-sm font-medium transition-colors hover:bg-current/10 ${focusRing}`,
)

function ToastClose({ className, ...props }: React.ComponentProps<typeof Primitive.Close>) {
  return (
    <Primitive.Close
      data-slot="toast-close"
      aria-label="Close"
      className={cn(
        "absolute top-2 right-2 inline-flex size-6 items-center justify-center rounded-sm opacity-70 transition-opacity hover:opacity-100 [&_svg]:size-4",
        focusRing,
        className,
      )}
      {...props}
    >
      <X aria-hidden />
    </Primitive.Close>
  )
}

const ToastTitle = part(Primitive.Title, "toast-title", "text-sm font-semibold")
const ToastDescription = part(Primitive.Description, "toast-description", "text-sm")

type ToastProps = React.ComponentProps<typeof Toast>
type ToastActionElement = React.ReactElement<typeof ToastAction>

export {
  Toast,
  ToastAction,
  ToastClose,
  ToastDescription,
  ToastProvider,
  ToastTitle,
  ToastViewport,
  toastVariants,
}
export type { ToastActionElement, ToastProps }
