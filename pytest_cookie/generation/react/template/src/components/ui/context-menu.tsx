import * as React from "react"
import { Check, ChevronRight, Circle } from "lucide-react"
import { ContextMenu as Primitive } from "radix-ui"

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

const ContextMenu = part(Primitive.Root, "context-menu")
const ContextMenuTrigger = part(Primitive.Trigger, "context-menu-trigger")

function ContextMenuContent({ className, ...props }: React.ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="context-menu-content"
        className={cn(
          popup,
          popupMotion,
          menuPanel,
          "max-h-(--radix-context-menu-content-available-height) origin-(--radix-context-menu-content-transform-origin)",
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  )
}

const ContextMenuGroup = part(Primitive.Group, "context-menu-group")
const ContextMenuPortal = part(Primitive.Portal, "context-menu-portal")
const ContextMenuRadioGroup = part(Primitive.RadioGroup, "context-menu-radio-group")
const ContextMenuSub = part(Primitive.Sub, "context-menu-sub")
const ContextMenuSeparator = part(Primitive.Separator, "context-menu-separator", menuSeparator)
const ContextMenuShortcut = part("span", "context-menu-shortcut", menuShortcut)

function ContextMenuItem({
  className,
  inset,
  variant = "default",
  ...props
}: React.ComponentProps<typeof Primitive.Item> & { inset?: boolean; variant?: "default" | "destructive" }) {
  return (
    <Primitive.Item
      data-slot="context-menu-item"
      data-inset={inset || undefined}
      data-variant={variant}
      className={cn(menuItem, className)}
      {...props}
    />
  )
}

function ContextMenuCheckboxItem({ className, children, ...props }: React.ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem
      data-slot="context-menu-checkbox-item"
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

function ContextMenuRadioItem({ className, children, ...props }: React.ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem data-slot="context-menu-radio-item" className={cn(menuItem, menuChoice, className)} {...props}>
      <span className={menuMark}>
        <Primitive.ItemIndicator>
          <Circle aria-hidden className="size-2 fill-current" />
        </Primitive.ItemIndicator>
      </span>
      {children}
    </Primitive.RadioItem>
  )
}

function ContextMenuLabel({
  className,
  inset,
  ...props
}: React.ComponentProps<typeof Primitive.Label> & { inset?: boolean }) {
  return (
    <Primitive.Label
      data-slot="context-menu-label"
      data-inset={inset || undefined}
      className={cn(menuLabel, className)}
      {...props}
    />
  )
}

function ContextMenuSubTrigger({
  className,
  inset,
  children,
  ...props
}: React.ComponentProps<typeof Primitive.SubTrigger> & { inset?: boolean }) {
  return (
    <Primitive.SubTrigger
      data-slot="context-menu-sub-trigger"
      data-inset={inset || undefined}
      className={cn(menuItem, "data-[state=open]:bg-accent data-[state=open]:text-accent-foreground", className)}
      {...props}
    >
      {children}
      <ChevronRight aria-hidden className="ml-auto" />
    </Primitive.SubTrigger>
  )
}

function ContextMenuSubContent({ className, ...props }: React.ComponentProps<typeof Primitive.SubContent>) {
  return (
    <Primitive.SubContent
      data-slot="context-menu-sub-content"
      className={cn(popup, popupMotion, menuPanel, className)}
      {...props}
    />
  )
}

export {
  ContextMenu,
  ContextMenuCheckboxItem,
  ContextMenuContent,
  ContextMenuGroup,
  ContextMenuItem,
  ContextMenuLabel,
  ContextMenuPortal,
  ContextMenuRadioGroup,
  ContextMenuRadioItem,
  ContextMenuSeparator,
  ContextMenuShortcut,
  ContextMenuSub,
  ContextMenuSubContent,
  ContextMenuSubTrigger,
  ContextMenuTrigger,
}
