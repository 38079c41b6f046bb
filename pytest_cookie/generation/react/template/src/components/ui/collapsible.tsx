import { Collapsible as Primitive } from "radix-ui"

import { part } from "@/lib/part"

const Collapsible = part(Primitive.Root, "collapsible")
const CollapsibleTrigger = part(Primitive.CollapsibleTrigger, "collapsible-trigger")
const CollapsibleContent = part(Primitive.CollapsibleContent, "collapsible-content")

export { Collapsible, CollapsibleContent, CollapsibleTrigger }
