import * as React from "react"
import { cva } from "class-variance-authority"
import { ChevronDown } from "lucide-react"
import { NavigationMenu as Primitive } from "radix-ui"

import { part } from "@/lib/part"
import { focusRing } from "@/lib/styles"
import { cn } from "@/lib/utils"

function NavigationMenu({
  className,
  children,
  viewport = true,
  ...props
}: React.ComponentProps<typeof Primitive.Root> & { viewport?: boolean }) {
  return (
    <Primitive.Root
      data-slot="navigation-menu"
      data-viewport={viewport}
      className={cn(
        "group/navigation-menu relative flex max-w-max flex-1 items-center justify-center",
        className,
      )}
      {...props}
    >
      {children}
      {viewport && <NavigationMenuViewport />}
    </Primitive.Root>
  )
}

const NavigationMenuList = part(
  Primitive.List,
  "navigation-menu-list",
  "group flex flex-1 list-none items-center justify-center gap-1",
)
const NavigationMenuItem = part(Primitive.Item, "navigation-menu-item", "relative")

const navigationMenuTriggerStyle = cva([
  "group inline-flex h-9 w-max items-center justify-center rounded-md px-4 text-sm font-medium transition-colors hover:bg-accent hover:text-accent-foreground disabled:pointer-events-none disabled:opacity-50 data-[state=open]:bg-accent/60",
  focusRing,
])

function NavigationMenuTrigger({ className, children, ...props }: React.ComponentProps<typeof Primitive.Trigger>) {
  return (
    <Primitive.Trigger
      data-slot="navigation-menu-trigger"
      className={cn(navigationMenuTriggerStyle(), className)}
      {...props}
    >
      {children}
      <ChevronDown
        aria-hidden
        className="ml-1.5 size-3.5 transition-transform duration-200 group-data-[state=open]:rotate-180"
      />
    </Primitive.Trigger>
  )
}

const NavigationMenuContent = part(
  Primitive.Content,
  "navigation-menu-content",
  "top-0 left-0 w-full p-2 data-[motion^=from-]:animate-in data-[motion^=from-]:fade-in data-[motion^=to-]:animate-out data-[motion^=to-]:fade-out md:absolute md:w-auto group-data-[viewport=false]/navigation-menu:top-full group-data-[viewport=false]/navigation-menu:z-50 group-data-[viewport=false]/navigation-menu:mt-1.5 group-data-[viewport=false]/navigation-menu:rounded-md group-data-[viewport=false]/navigation-menu:border group-data-[viewport=false]/navigation-menu:bg-popover group-data-[viewport=false]/navigation-menu:text-popover-foreground group-data-[viewport=false]/navigation-menu:shadow-lg",
)

function NavigationMenuViewport({ className, ...props }: React.ComponentProps<typeof Primitive.Viewport>) {
  return (
    <div className="absolute top-full left-0 isolate z-50 flex justify-center">
      <Primitive.Viewport
        data-slot="navigation-menu-viewport"
        className={cn(
          "relative mt-1.5 h-(--radix-navigation-menu-viewport-height) w-full origin-top overflow-hidden rounded-md border bg-popover text-popover-foreground shadow-lg data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=open]:animate-in data-[state=open]:fade-in-0 md:w-(--radix-navigation-menu-viewport-width)",
          className,
        )}
        {...props}
      />
    </div>
  )
}

const NavigationMenuLink = part(
  Primitive.Link,
  "navigation-menu-link",
  `flex flex-col gap-1 rounded-sm p-2 text-sm transition-colors hover:bg-accent hover:text-accent-foreground data-[active=true]:bg-accent/60 [&_svg:not([class*='size-'])]:size-4 ${focusRing}`,
)

function NavigationMenuIndicator({ className, ...props }: React.ComponentProps<typeof Primitive.Indicator>) {
  return (
    <Primitive.Indicator
      data-slot="navigation-menu-indicator"
      className={cn("top-full z-10 flex h-1.5 items-end justify-center overflow-hidden", className)}
      {...props}
    >
      <div className="relative top-[60%] size-2 rotate-45 rounded-tl-xs bg-border" />
    </Primitive.Indicator>
  )
}

export {
  NavigationMenu,
  NavigationMenuContent,
  NavigationMenuIndicator,
  NavigationMenuItem,
  NavigationMenuLink,
  NavigationMenuList,
  NavigationMenuTrigger,
  navigationMenuTriggerStyle,
  NavigationMenuViewport,
}
