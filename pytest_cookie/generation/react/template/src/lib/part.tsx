import * as React from "react"

import { cn } from "@/lib/utils"

/** A component that is one element with a slot's name and classes: what is given to it comes after them. */
export function part<T extends React.ElementType>(
  element: T,
  slot: string,
  classes: string = "",
  defaults: Partial<React.ComponentProps<T>> & Record<`data-${string}`, unknown> = {},
) {
  const Element: React.ElementType = element
  function Part(props: React.ComponentProps<T>) {
    const { className, ...rest } = props as { className?: string }
    return <Element data-slot={slot} className={cn(classes, className) || undefined} {...defaults} {...rest} />
  }
  Part.displayName = slot.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Part
}
