import type { ReactNode } from "react"

import { cn } from "@/lib/utils"

/** One component with its name above it. */
export function Specimen({
  name,
  wide = false,
  className,
  children,
}: {
  name: string
  wide?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-label={name}
      className={cn("flex min-w-0 flex-col gap-4 rounded-xl border bg-card p-6 shadow-xs", wide && "lg:col-span-2")}
    >
      <h2 className="text-base font-semibold">{name}</h2>
      <div className={cn("flex min-w-0 flex-1 flex-col items-start gap-4", className)}>{children}</div>
    </section>
  )
}

/** What came of what was done. */
export function Result({ children }: { children: ReactNode }) {
  return (
    <output aria-live="polite" className="mt-auto block text-sm text-muted-foreground">
      {children}
    </output>
  )
}
