import * as React from "react"
import { Check, ChevronRight, Circle } from "lucide-react"
import { DropdownMenu as Primitive } from "radix-ui"

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

const DropdownMenu = part(Primitive.Root, "dropdown-menu")
const DropdownMenuTrigger = part(Primitive.Trigger, "dropdown-menu-trigger")

function DropdownMenuContent({
  className,
  sideOffset = 4,
  ...props
}: React.ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal>
      <Primitive.Content
        data-slot="dropdown-menu-content"
        sideOffset={sideOffset}
        className={cn(
          popup,
          popupMotion,
          menuPanel,
          "max-h-(--radix-dropdown-menu-content-available-height) origin-(--radix-dropdown-menu-content-transform-origin)",
          className,
        )}
        {...props}
      />
    </Primitive.Portal>
  )
}

const DropdownMenuGroup = part(Primitive.Group, "dropdown-menu-group")
const DropdownMenuPortal = part(Primitive.Portal, "dropdown-menu-portal")
const DropdownMenuRadioGroup = part(Primitive.RadioGroup, "dropdown-menu-radio-group")
const DropdownMenuSub = part(Primitive.Sub, "dropdown-menu-sub")
const DropdownMenuSeparator = part(Primitive.Separator, "dropdown-menu-separator", menuSeparator)
const DropdownMenuShortcut = part("span", "dropdown-menu-shortcut", menuShortcut)

function DropdownMenuItem({
  className,
  inset,
  variant = "default",
  ...props
}: React.ComponentProps<typeof Primitive.Item> & { inset?: boolean; variant?: "default" | "destructive" }) {
  return (
    <Primitive.Item
      data-slot="dropdown-menu-item"
      data-inset={inset || undefined}
      data-variant={variant}
      className={cn(menuItem, className)}
      {...props}
    />
  )
}

function DropdownMenuCheckboxItem({ className, children, ...props }: React.ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem
      data-slot="dropdown-menu-checkbox-item"
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

function DropdownMenuRadioItem({ className, children, ...props }: React.ComponentProps<typeof Primitive.RadioItem>) {
  return (
    <Primitive.RadioItem data-slot="dropdown-menu-radio-item" className={cn(menuItem, menuChoice, className)} {...props}>
      <span className={menuMark}>
        <Primitive.ItemIndicator>
          <Circle aria-hidden className="size-2 fill-current" />
        </Primitive.ItemIndicator>
      </span>
      {children}
    </Primitive.RadioItem>
  )
}

function DropdownMenuLabel({
  className,
  inset,
  ...props
}: React.ComponentProps<typeof Primitive.Label> & { inset?: boolean }) {
  return (
    <Primitive.Label
      data-slot="dropdown-menu-label"
      data-inset={inset || undefined}
      className={cn(menuLabel, className)}
      {...props}
    />
  )
}

function DropdownMenuSubTrigger({
  className,
  inset,
  children,
  ...props
}: React.ComponentProps<typeof Primitive.SubTrigger> & { inset?: boolean }) {
  return (
    <Primitive.SubTrigger
      data-slot="dropdown-menu-sub-trigger"
      data-inset={inset || undefined}
      className={cn(menuItem, "data-[state=open]:bg-accent data-[state=open]:text-accent-foreground", className)}
      {...props}
    >
      {children}
      <ChevronRight aria-hidden className="ml-auto" />
    </Primitive.SubTrigger>
  )
}

function DropdownMenuSubContent({ className, ...props }: React.ComponentProps<typeof Primitive.SubContent>) {
  return (
    <Primitive.SubContent
      data-slot="dropdown-menu-sub-content"
      className={cn(popup, popupMotion, menuPanel, className)}
      {...props}
    />
  )
}

export {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuGroup,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuPortal,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuShortcut,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
}
