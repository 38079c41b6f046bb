import * as React from "react"
import { Drawer as Primitive } from "vaul"

import { part } from "@/lib/part"
import { dialogTitle, dialogWords, scrim } from "@/lib/styles"
import { cn } from "@/lib/utils"

function Drawer(props: React.ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root data-slot="drawer" {...props} />
}

const DrawerTrigger = part(Primitive.Trigger, "drawer-trigger")
const DrawerPortal = part(Primitive.Portal, "drawer-portal")
const DrawerClose = part(Primitive.Close, "drawer-close")
const DrawerOverlay = part(Primitive.Overlay, "drawer-overlay", scrim)

function DrawerContent({ className, children, ...props }: React.ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <DrawerOverlay />
      <Primitive.Content
        data-slot="drawer-content"
        className={cn(
          "group/drawer fixed z-50 flex h-auto flex-col bg-background text-foreground shadow-xl outline-hidden",
          "data-[vaul-drawer-direction=top]:inset-x-0 data-[vaul-drawer-direction=top]:top-0 data-[vaul-drawer-direction=top]:mb-24 data-[vaul-drawer-direction=top]:max-h-[80svh] data-[vaul-drawer-direction=top]:rounded-b-xl data-[vaul-drawer-direction=top]:border-b",
          "data-[vaul-drawer-direction=bottom]:inset-x-0 data-[vaul-drawer-direction=bottom]:bottom-0 data-[vaul-drawer-direction=bottom]:mt-24 data-[vaul-drawer-direction=bottom]:max-h-[80svh] data-[vaul-drawer-direction=bottom]:rounded-t-xl data-[vaul-drawer-direction=bottom]:border-t",
          "data-[vaul-drawer-direction=right]:inset-y-0 data-[vaul-drawer-direction=right]:right-0 data-[vaul-drawer-direction=right]:w-5/6 data-[vaul-drawer-direction=right]:border-l data-[vaul-drawer-direction=right]:sm:max-w-sm",
          "data-[vaul-drawer-direction=left]:inset-y-0 data-[vaul-drawer-direction=left]:left-0 data-[vaul-drawer-direction=left]:w-5/6 data-[vaul-drawer-direction=left]:border-r data-[vaul-drawer-direction=left]:sm:max-w-sm",
          className,
        )}
        {...props}
      >
        <div
          aria-hidden
          className="mx-auto mt-3 hidden h-1.5 w-16 shrink-0 rounded-full bg-border group-data-[vaul-drawer-direction=bottom]/drawer:block"
        />
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

const DrawerHeader = part("div", "drawer-header", "flex flex-col gap-1.5 p-5")
const DrawerFooter = part("div", "drawer-footer", "mt-auto flex flex-col gap-2 p-5")
const DrawerTitle = part(Primitive.Title, "drawer-title", dialogTitle)
const DrawerDescription = part(Primitive.Description, "drawer-description", dialogWords)

export {
  Drawer,
  DrawerClose,
  DrawerContent,
  DrawerDescription,
  DrawerFooter,
  DrawerHeader,
  DrawerOverlay,
  DrawerPortal,
  DrawerTitle,
  DrawerTrigger,
}
