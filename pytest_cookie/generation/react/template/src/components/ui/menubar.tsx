import * as React from "react"
import { Check, ChevronRight, Circle } from "lucide-react"
import { Menubar as Primitive } from "radix-ui"

import { part } from "@/lib/part"
import {
  menuChoice,
  menuItem,
  menuLabel,
  menuMark,
  menuPanel,
  menuSeparator,
  menuShortcut,
  popup,
  popupMotion,
} from "@/lib/styles"
import { cn } from "@/lib/utils"

const Menubar = part(
  Primitive.Root,
  "menubar",
  "flex h-10 w-fit max-w-full items-center gap-1 rounded-md border bg-background p-1 shadow-xs",
)
const MenubarMenu = part(Primitive.Menu, "menubar-menu")
const MenubarTrigger = part(
  Primitive.Trigger,
  "menubar-trigger",
  "flex h-full items-center rounded-sm px-3 text-sm font-medium outline-hidden select-none hover:bg-accent focus-visible:bg-accent focus-visible:text-accent-foreground data-[state=open]:bg-accent data-[state=open]:text-accent-foreground",
)

function MenubarContent({
  className,
  align = "start",
  alignOffset = -4,
  sideOffset = 8,
  ...props
}: React.ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="menubar-content"
        align={align}
        alignOffset={alignOffset}
        sideOffset={sideOffset}
        className={cn(popup, popupMotion, menuPanel, className)}
        {...props}
      />
    </Primitive.Portal>
  )
}

const MenubarGroup = part(Primitive.Group, "menubar-group")
const MenubarPortal = part(Primitive.Portal, "menubar-portal")
const MenubarRadioGroup = part(Primitive.RadioGroup, "menubar-radio-group")
const MenubarSub = part(Primitive.Sub, "menubar-sub")
const MenubarSeparator = part(Primitive.Separator, "menubar-separator", menuSeparator)
const MenubarShortcut = part("span", "menubar-shortcut", menuShortcut)

function MenubarItem({
  className,
  inset,
  variant = "default",
  ...props
}: React.ComponentProps<typeof Primitive.Item> & { inset?: boolean; variant?: "default" | "destructive" }) {
  return (
    <Primitive.Item
      data-slot="menubar-item"
      data-inset={inset || undefined}
      data-variant={variant}
      className={cn(menuItem, className)}
      {...props}
    />
  )
}

function MenubarCheckboxItem({ className, children, ...props }: React.ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem
      data-slot="menubar-checkbox-item"
      className={cn(menuItem, menuChoice, className)}
      {...props}
    >
      <span className={menuMark}>
        <Primitive.ItemIndicator>
          <Check aria-hidden />
        </Primitive.ItemIndicator>
      </span>
      {children}
    </Primitive.CheckboxItem>
  )
}

function MenubarRadioItem({ className, children, ...props }: React.ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem data-slot="menubar-radio-item" className={cn(menuItem, menuChoice, className)} {...props}>
      <span className={menuMark}>
        <Primitive.ItemIndicator>
          <Circle aria-hidden className="size-2 fill-current" />
        </Primitive.ItemIndicator>
      </span>
      {children}
    </Primitive.RadioItem>
  )
}

function MenubarLabel({
  className,
  inset,
  ...props
}: React.ComponentProps<typeof Primitive.Label> & { inset?: boolean }) {
  return (
    <Primitive.Label
      data-slot="menubar-label"
      data-inset={inset || undefined}
      className={cn(menuLabel, className)}
      {...props}
    />
  )
}

function MenubarSubTrigger({
  className,
  inset,
  children,
  ...props
}: React.ComponentProps<typeof Primitive.SubTrigger> & { inset?: boolean }) {
  return (
    <Primitive.SubTrigger
      data-slot="menubar-sub-trigger"
      data-inset={inset || undefined}
      className={cn(menuItem, "data-[state=open]:bg-accent data-[state=open]:text-accent-foreground", className)}
      {...props}
    >
      {children}
      <ChevronRight aria-hidden className="ml-auto" />
    </Primitive.SubTrigger>
  )
}

function MenubarSubContent({ className, ...props }: React.ComponentProps<typeof Primitive.SubContent>) {
  return (
    <Primitive.SubContent
      data-slot="menubar-sub-content"
      className={cn(popup, popupMotion, menuPanel, className)}
      {...props}
    />
  )
}

export {
  Menubar,
  MenubarCheckboxItem,
  MenubarContent,
  MenubarGroup,
  MenubarItem,
  MenubarLabel,
  MenubarMenu,
  MenubarPortal,
  MenubarRadioGroup,
  MenubarRadioItem,
  MenubarSeparator,
  MenubarShortcut,
  MenubarSub,
  MenubarSubContent,
  MenubarSubTrigger,
  MenubarTrigger,
}
