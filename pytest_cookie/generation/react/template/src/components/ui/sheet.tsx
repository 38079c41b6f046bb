import * as React from "react"
import { cva, type VariantProps } from "class-variance-authority"
import { X } from "lucide-react"
import { Dialog as Primitive } from "radix-ui"

import { part } from "@/lib/part"
import { closeCorner, dialogTitle, dialogWords, scrim } from "@/lib/styles"
import { cn } from "@/lib/utils"

const Sheet = part(Primitive.Root, "sheet")
const SheetTrigger = part(Primitive.Trigger, "sheet-trigger")
const SheetPortal = part(Primitive.Portal, "sheet-portal")
const SheetClose = part(Primitive.Close, "sheet-close")
const SheetOverlay = part(Primitive.Overlay, "sheet-overlay", scrim)

const sheetVariants = cva(
  "fixed z-50 flex flex-col gap-4 overflow-y-auto bg-background text-foreground shadow-xl outline-hidden duration-200 ease-out data-[state=closed]:animate-out data-[state=open]:animate-in",
  {
    variants: {
      side: {
        right:
          "inset-y-0 right-0 w-5/6 border-l data-[state=closed]:slide-out-to-right data-[state=open]:slide-in-from-right sm:max-w-sm",
        left: "inset-y-0 left-0 w-5/6 border-r data-[state=closed]:slide-out-to-left data-[state=open]:slide-in-from-left sm:max-w-sm",
        top: "inset-x-0 top-0 max-h-[85svh] border-b data-[state=closed]:slide-out-to-top data-[state=open]:slide-in-from-top",
        bottom:
          "inset-x-0 bottom-0 max-h-[85svh] border-t data-[state=closed]:slide-out-to-bottom data-[state=open]:slide-in-from-bottom",
      },
    },
    defaultVariants: { side: "right" },
  },
)

function SheetContent({
  className,
  children,
  side,
  showCloseButton = true,
  ...props
}: React.ComponentProps<typeof Primitive.Content> &
  VariantProps<typeof sheetVariants> & { showCloseButton?: boolean }) {
  return (
    <Primitive.Portal>
      <SheetOverlay />
      <Primitive.Content data-slot="sheet-content" className={cn(sheetVariants({ side }), className)} {...props}>
        {children}
        {showCloseButton && (
          <Primitive.Close data-slot="sheet-close" className={closeCorner}>
            <X aria-hidden />
            <span className="sr-only">Close</span>
          </Primitive.Close>
        )}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

const SheetHeader = part("div", "sheet-header", "flex flex-col gap-1.5 p-5 pr-14")
const SheetFooter = part("div", "sheet-footer", "mt-auto flex flex-col gap-2 p-5")
const SheetTitle = part(Primitive.Title, "sheet-title", dialogTitle)
const SheetDescription = part(Primitive.Description, "sheet-description", dialogWords)

export {
  Sheet,
  SheetClose,
  SheetContent,
  SheetDescription,
  SheetFooter,
  SheetHeader,
  SheetOverlay,
  SheetPortal,
  SheetTitle,
  SheetTrigger,
}
