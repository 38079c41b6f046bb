import * as React from "react"
import { ChevronLeft, ChevronRight, MoreHorizontal } from "lucide-react"

import { type ButtonProps, buttonVariants } from "@/components/ui/button"
import { part } from "@/lib/part"
import { cn } from "@/lib/utils"

const Pagination = part("nav", "pagination", "mx-auto flex w-full justify-center", { "aria-label": "Pagination" })
const PaginationContent = part("ul", "pagination-content", "flex flex-row flex-wrap items-center gap-1")
const PaginationItem = part("li", "pagination-item")

type PaginationLinkProps = React.ComponentProps<"a"> & Pick<ButtonProps, "size"> & { isActive?: boolean }

function PaginationLink({ className, isActive, size = "icon", ...props }: PaginationLinkProps) {
  return (
    <a
      aria-current={isActive ? "page" : undefined}
      data-slot="pagination-link"
      data-active={isActive}
      className={cn(buttonVariants({ variant: isActive ? "outline" : "ghost", size }), "cursor-pointer", className)}
      {...props}
    />
  )
}

function PaginationPrevious({ className, ...props }: PaginationLinkProps) {
  return (
    <PaginationLink aria-label="Go to previous page" size="default" className={cn("px-3", className)} {...props}>
      <ChevronLeft aria-hidden />
      <span className="hidden sm:block">Previous</span>
    </PaginationLink>
  )
}

function PaginationNext({ className, ...props }: PaginationLinkProps) {
  return (
    <PaginationLink aria-label="Go to next page" size="default" className={cn("px-3", className)} {...props}>
      <span className="hidden sm:block">Next</span>
      <ChevronRight aria-hidden />
    </PaginationLink>
  )
}

function PaginationEllipsis({ className, ...props }: React.ComponentProps<"span">) {
  return (
    <span
      data-slot="pagination-ellipsis"
      className={cn("flex size-9 items-center justify-center", className)}
      {...props}
    >
      <MoreHorizontal aria-hidden className="size-4" />
      <span className="sr-only">More pages</span>
    </span>
  )
}

export {
  Pagination,
  PaginationContent,
  PaginationEllipsis,
  PaginationItem,
  PaginationLink,
  PaginationNext,
  PaginationPrevious,
}
