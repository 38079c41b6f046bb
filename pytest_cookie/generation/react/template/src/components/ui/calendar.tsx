import * as React from "react"
import { ChevronDown, ChevronLeft, ChevronRight } from "lucide-react"
import { DayPicker, getDefaultClassNames, type DayButton } from "react-day-picker"

import { Button, buttonVariants } from "@/components/ui/button"
import { cn } from "@/lib/utils"

type CalendarProps = React.ComponentProps<typeof DayPicker> & {
  buttonVariant?: React.ComponentProps<typeof Button>["variant"]
  /** As `autoFocus`. */
  initialFocus?: boolean
}

const POINTING = { left: ChevronLeft, right: ChevronRight, up: ChevronDown, down: ChevronDown }

function classesOf(buttonVariant: CalendarProps["buttonVariant"], captionLayout: CalendarProps["captionLayout"]) {
  const ours = getDefaultClassNames()
  const step = cn(
    buttonVariants({ variant: buttonVariant }),
    "size-(--cell-size) p-0 aria-disabled:pointer-events-none aria-disabled:opacity-50",
  )
  const week = "flex w-full"
  return {
    root: cn("w-fit", ours.root),
    months: cn("relative flex flex-col gap-4 md:flex-row", ours.months),
    month: cn("flex w-full flex-col gap-3", ours.month),
    nav: cn("absolute inset-x-0 top-0 flex items-center justify-between gap-1", ours.nav),
    button_previous: cn(step, ours.button_previous),
    button_next: cn(step, ours.button_next),
    month_caption: cn("flex h-(--cell-size) w-full items-center justify-center px-(--cell-size)", ours.month_caption),
    dropdowns: cn("flex h-(--cell-size) w-full items-center justify-center gap-1.5 text-sm font-medium", ours.dropdowns),
    dropdown_root: cn("relative rounded-md border border-input shadow-xs has-focus-visible:outline-2", ours.dropdown_root),
    dropdown: cn("absolute inset-0 bg-popover opacity-0", ours.dropdown),
    caption_label: cn(
      "font-medium select-none",
      captionLayout === "label" ? "text-sm" : "flex h-8 items-center gap-1 pr-1 pl-2 text-sm [&>svg]:size-3.5",
      ours.caption_label,
    ),
    month_grid: cn("w-full border-collapse", ours.month_grid),
    weekdays: cn(week, ours.weekdays),
    weekday: cn("flex-1 text-xs font-normal text-muted-foreground select-none", ours.weekday),
    week: cn(week, "mt-1", ours.week),
    week_number_header: cn("w-(--cell-size) select-none", ours.week_number_header),
    week_number: cn("text-xs text-muted-foreground select-none", ours.week_number),
    day: cn("group/day relative aspect-square size-full p-0 text-center select-none", ours.day),
    range_start: cn("rounded-l-md bg-accent", ours.range_start),
    range_middle: cn("bg-accent", ours.range_middle),
    range_end: cn("rounded-r-md bg-accent", ours.range_end),
    today: cn("[&:not([data-selected=true])>button]:ring-1 [&>button]:ring-ring/60", ours.today),
    outside: cn("text-muted-foreground", ours.outside),
    disabled: cn("text-muted-foreground opacity-50", ours.disabled),
    hidden: cn("invisible", ours.hidden),
  }
}

function Calendar({
  className,
  classNames,
  showOutsideDays = true,
  captionLayout = "label",
  buttonVariant = "ghost",
  initialFocus,
  formatters,
  components,
  ...props
}: CalendarProps) {
  return (
    <DayPicker
      data-slot="calendar"
      showOutsideDays={showOutsideDays}
      captionLayout={captionLayout}
      autoFocus={initialFocus}
      className={cn("bg-background p-3 [--cell-size:--spacing(9)] in-data-[slot=popover-content]:bg-transparent", className)}
      classNames={{ ...classesOf(buttonVariant, captionLayout), ...classNames }}
      formatters={{ formatMonthDropdown: (date) => date.toLocaleString("default", { month: "short" }), ...formatters }}
      components={{
        Chevron: ({ className: classes, orientation = "down" }) => {
          const Icon = POINTING[orientation]
          return <Icon aria-hidden className={cn("size-4", orientation === "up" && "rotate-180", classes)} />
        },
        DayButton: CalendarDayButton,
        ...components,
      }}
      {...props}
    />
  )
}

function CalendarDayButton({ className, day, modifiers, ...props }: React.ComponentProps<typeof DayButton>) {
  const ref = React.useRef<HTMLButtonElement>(null)
  React.useEffect(() => {
    if (modifiers.focused) ref.current?.focus()
  }, [modifiers.focused])
  const inRange = modifiers.range_start || modifiers.range_end || modifiers.range_middle
  return (
    <Button
      ref={ref}
      variant="ghost"
      size="icon"
      data-day={day.isoDate}
      data-selected-single={modifiers.selected && !inRange}
      data-range-edge={modifiers.range_start || modifiers.range_end}
      data-range-middle={modifiers.range_middle}
      className={cn(
        "aspect-square size-auto w-full min-w-(--cell-size) flex-col gap-1 leading-none font-normal data-[range-edge=true]:bg-primary data-[range-edge=true]:text-primary-foreground data-[range-middle=true]:rounded-none data-[range-middle=true]:bg-accent data-[range-middle=true]:text-accent-foreground data-[selected-single=true]:bg-primary data-[selected-single=true]:text-primary-foreground [&>span]:text-xs",
        (modifiers.outside || modifiers.disabled) && !modifiers.selected && "text-muted-foreground",
        className,
      )}
      {...props}
    />
  )
}

export { Calendar, CalendarDayButton }
export type { CalendarProps }
