import * as React from "react"

import { part } from "@/lib/part"
import { cn } from "@/lib/utils"

function Table({ className, ...props }: React.ComponentProps<"table">) {
  return (
    <div data-slot="table-container" className="relative w-full overflow-x-auto">
      <table data-slot="table" className={cn("w-full caption-bottom text-sm", className)} {...props} />
    </div>
  )
}

const TableHeader = part("thead", "table-header", "[&_tr]:border-b")
const TableBody = part("tbody", "table-body", "[&_tr:last-child]:border-0")
const TableFooter = part("tfoot", "table-footer", "border-t bg-muted/60 font-medium [&>tr]:last:border-b-0")
const TableRow = part(
  "tr",
  "table-row",
  "border-b transition-colors hover:bg-muted/60 data-[state=selected]:bg-accent",
)
const TableHead = part(
  "th",
  "table-head",
  "h-11 px-3 text-left align-middle font-medium whitespace-nowrap text-muted-foreground [&:has([role=checkbox])]:pr-0",
)
const TableCell = part("td", "table-cell", "p-3 align-middle whitespace-nowrap [&:has([role=checkbox])]:pr-0")
const TableCaption = part("caption", "table-caption", "mt-4 text-sm text-muted-foreground")

export { Table, TableBody, TableCaption, TableCell, TableFooter, TableHead, TableHeader, TableRow }
