import * as React from "react"
import * as Recharts from "recharts"

import { cn } from "@/lib/utils"

const SELECTORS = { light: "", dark: ".dark" } as const

type ChartConfig = Record<
  string,
  { label?: React.ReactNode; icon?: React.ComponentType } & (
    | { color?: string; theme?: never }
    | { color?: never; theme: Record<keyof typeof SELECTORS, string> }
  )
>

const Context = React.createContext<{ config: ChartConfig } | null>(null)

function useChart() {
  const context = React.use(Context)
  if (!context) throw new Error("useChart must be used within a <ChartContainer />")
  return context
}

/** Gives every series its colour as `--color-<key>`, and charts the page's colours of text and lines. */
function ChartContainer({
  id,
  className,
  children,
  config,
  ...props
}: React.ComponentProps<"div"> & {
  config: ChartConfig
  children: React.ComponentProps<typeof Recharts.ResponsiveContainer>["children"]
}) {
  const unique = React.useId()
  const chartId = `chart-${(id ?? unique).replace(/[^\w-]/g, "")}`
  return (
    <Context value={{ config }}>
      <div
        data-slot="chart"
        data-chart={chartId}
        className={cn(
          "flex aspect-video justify-center text-xs [&_.recharts-cartesian-axis-tick-value]:fill-muted-foreground [&_.recharts-polar-angle-axis-tick-value]:fill-muted-foreground [&_.recharts-cartesian-grid_line[stroke='#ccc']]:stroke-border [&_.recharts-curve.recharts-tooltip-cursor]:stroke-border [&_.recharts-layer]:outline-hidden [&_.recharts-polar-grid_[stroke='#ccc']]:stroke-border [&_.recharts-radial-bar-background-sector]:fill-muted [&_.recharts-rectangle.recharts-tooltip-cursor]:fill-muted [&_.recharts-reference-line_[stroke='#ccc']]:stroke-border [&_.recharts-sector]:outline-hidden [&_.recharts-surface]:rounded-sm [&_.recharts-surface]:outline-offset-2",
          className,
        )}
        {...props}
      >
        <ChartStyle id={chartId} config={config} />
        <Recharts.ResponsiveContainer initialDimension={{ width: 320, height: 180 }}>
          {children}
        </Recharts.ResponsiveContainer>
      </div>
    </Context>
  )
}

function ChartStyle({ id, config }: { id: string; config: ChartConfig }) {
  const rules = Object.entries(SELECTORS).map(([theme, selector]) => {
    const colors = Object.entries(config).flatMap(([key, { color, theme: themes }]) => {
      const value = themes?.[theme as keyof typeof SELECTORS] ?? color
      return value ? [`--color-${key}: ${value};`] : []
    })
    return colors.length ? `${selector} [data-chart=${id}] { ${colors.join(" ")} }` : ""
  })
  const css = rules.filter(Boolean).join("\n")
  return css ? <style>{css}</style> : null
}

const ChartTooltip = Recharts.Tooltip

/** Series stand in the order in which the chart names them. */
function ChartLegend(props: React.ComponentProps<typeof Recharts.Legend>) {
  return <Recharts.Legend itemSorter={null} {...props} />
}

type Entry = {
  name?: string | number
  value?: unknown
  dataKey?: unknown
  color?: string
  type?: string
  payload?: unknown
}

type TooltipContentProps = React.ComponentProps<"div"> & {
  active?: boolean
  payload?: ReadonlyArray<Entry>
  label?: React.ReactNode
  hideLabel?: boolean
  hideIndicator?: boolean
  indicator?: "line" | "dot" | "dashed"
  nameKey?: string
  labelKey?: string
  labelClassName?: string
  color?: string
  // Recharts' own formatters differ from version to version; what is written against any of them is accepted.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  labelFormatter?: (label: any, payload: any) => React.ReactNode
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  formatter?: (value: any, name: any, item: any, index: number, payload: any) => React.ReactNode
}

function ChartTooltipContent({
  active,
  payload = [],
  label,
  className,
  indicator = "dot",
  hideLabel = false,
  hideIndicator = false,
  labelFormatter,
  labelClassName,
  formatter,
  color,
  nameKey,
  labelKey,
}: TooltipContentProps) {
  const { config } = useChart()
  const shown = payload.filter((entry) => entry.type !== "none")
  if (!active || shown.length === 0) return null

  const titleKey = labelKey ?? (typeof label === "string" ? label : keyOf(shown[0], undefined))
  const title = seriesOf(config, shown[0], titleKey)?.label ?? label
  const heading = !hideLabel && (labelFormatter ? labelFormatter(title, payload) : title)
  return (
    <div
      className={cn(
        "grid min-w-32 items-start gap-1.5 rounded-lg border bg-popover px-3 py-2 text-xs text-popover-foreground shadow-lg",
        className,
      )}
    >
      {heading && <div className={cn("font-medium", labelClassName)}>{heading}</div>}
      {shown.map((entry, index) => {
        const key = keyOf(entry, nameKey)
        const series = seriesOf(config, entry, key)
        if (formatter && entry.value !== undefined && entry.name !== undefined) {
          return (
            <div key={index} className="flex w-full flex-wrap items-center gap-2">
              {formatter(entry.value, entry.name, entry, index, entry.payload)}
            </div>
          )
        }
        return (
          <div key={index} className="flex w-full items-center gap-2">
            {series?.icon ? (
              <series.icon />
            ) : (
              !hideIndicator && <Swatch color={color ?? fillOf(entry) ?? entry.color} kind={indicator} />
            )}
            <span className="text-muted-foreground">{series?.label ?? entry.name}</span>
            {entry.value !== undefined && (
              <span className="ml-auto pl-3 font-medium tabular-nums">
                {typeof entry.value === "number" ? entry.value.toLocaleString() : String(entry.value)}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
}

function Swatch({ color, kind }: { color?: string; kind: "line" | "dot" | "dashed" }) {
  const shapes = { dot: "size-2.5", line: "h-3.5 w-1", dashed: "h-3.5 w-0 border-2 border-dashed bg-transparent" }
  return (
    <span
      aria-hidden
      className={cn("shrink-0 rounded-[2px]", shapes[kind])}
      style={kind === "dashed" ? { borderColor: color } : { backgroundColor: color }}
    />
  )
}

type LegendContentProps = React.ComponentProps<"div"> & {
  payload?: ReadonlyArray<Entry>
  verticalAlign?: "top" | "bottom" | "middle"
  hideIcon?: boolean
  nameKey?: string
}

function ChartLegendContent({
  className,
  hideIcon = false,
  payload = [],
  verticalAlign = "bottom",
  nameKey,
}: LegendContentProps) {
  const { config } = useChart()
  return (
    <div
      className={cn(
        "flex flex-wrap items-center justify-center gap-x-4 gap-y-1",
        verticalAlign === "top" ? "pb-3" : "pt-3",
        className,
      )}
    >
      {payload
        .filter((entry) => entry.type !== "none")
        .map((entry, index) => {
          const series = seriesOf(config, entry, keyOf(entry, nameKey))
          return (
            <div key={index} className="flex items-center gap-1.5 [&>svg]:size-3 [&>svg]:text-muted-foreground">
              {series?.icon && !hideIcon ? <series.icon /> : <Swatch color={entry.color} kind="dot" />}
              {series?.label ?? String(entry.value ?? "")}
            </div>
          )
        })}
    </div>
  )
}

function keyOf(entry: Entry, asked: string | undefined) {
  return asked ?? String(entry.dataKey ?? entry.name ?? "value")
}

/** A series is found by its key, or by what the entry's own data says under that key (the slices of a pie). */
function seriesOf(config: ChartConfig, entry: Entry, key: string) {
  const data = (entry.payload ?? {}) as Record<string, unknown>
  const inner = (data.payload ?? {}) as Record<string, unknown>
  const named = [data[key], inner[key], key, entry.name].find(
    (name): name is string => typeof name === "string" && name in config,
  )
  return named === undefined ? undefined : config[named]
}

function fillOf(entry: Entry) {
  const fill = (entry.payload as { fill?: unknown } | undefined)?.fill
  return typeof fill === "string" ? fill : undefined
}

export { ChartContainer, ChartLegend, ChartLegendContent, ChartStyle, ChartTooltip, ChartTooltipContent, useChart }
export type { ChartConfig }
