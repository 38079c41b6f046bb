import { Tabs as Primitive } from "radix-ui"

import { part } from "@/lib/part"
import { disabledLook, focusRing } from "@/lib/styles"

const Tabs = part(Primitive.Root, "tabs", "flex flex-col gap-3 data-[orientation=vertical]:flex-row")

const TabsList = part(
  Primitive.List,
  "tabs-list",
  "inline-flex h-10 w-fit max-w-full items-center justify-center rounded-lg bg-muted p-1 text-muted-foreground data-[orientation=vertical]:h-auto data-[orientation=vertical]:flex-col",
)

const TabsTrigger = part(
  Primitive.Trigger,
  "tabs-trigger",
  `inline-flex h-full flex-1 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium whitespace-nowrap transition-[background-color,color,box-shadow] hover:text-foreground data-[state=active]:bg-background data-[state=active]:text-foreground data-[state=active]:shadow-sm dark:data-[state=active]:bg-accent [&_svg]:pointer-events-none [&_svg]:shrink-0 [&_svg:not([class*='size-'])]:size-4 ${focusRing} ${disabledLook}`,
)

const TabsContent = part(Primitive.Content, "tabs-content", `flex-1 rounded-md ${focusRing}`)

export { Tabs, TabsContent, TabsList, TabsTrigger }
