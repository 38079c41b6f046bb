import { useState } from "react"
import { Sailboat } from "lucide-react"
import { Bar, BarChart, CartesianGrid, XAxis } from "recharts"

import { AspectRatio } from "@/components/ui/aspect-ratio"
import { Avatar, AvatarFallback, AvatarGroup } from "@/components/ui/avatar"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { Carousel, CarouselContent, CarouselItem, CarouselNext, CarouselPrevious } from "@/components/ui/carousel"
import { ChartContainer, ChartLegend, ChartLegendContent, ChartTooltip, ChartTooltipContent, type ChartConfig } from "@/components/ui/chart"
import { Item, ItemActions, ItemContent, ItemDescription, ItemGroup, ItemMedia, ItemTitle } from "@/components/ui/item"
import { Progress } from "@/components/ui/progress"
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table"
import { Result, Specimen } from "@/gallery/specimen"

const TRIPS = [
  { month: "Apr", sail: 18, motor: 9 },
  { month: "May", sail: 31, motor: 12 },
  { month: "Jun", sail: 44, motor: 10 },
  { month: "Jul", sail: 52, motor: 17 },
  { month: "Aug", sail: 47, motor: 21 },
  { month: "Sep", sail: 29, motor: 14 },
]

const CONFIG = {
  sail: { label: "Under sail", color: "var(--chart-1)" },
  motor: { label: "Under motor", color: "var(--chart-2)" },
} satisfies ChartConfig

const BOATS = [
  { name: "Kittiwake", length: 7.4, state: "Afloat" },
  { name: "Sandpiper", length: 5.1, state: "Moored" },
  { name: "Guillemot", length: 9.8, state: "On land" },
]

export function Data() {
  const [filled, setFilled] = useState(62)
  const [asked, setAsked] = useState("nobody")
  const [longest, setLongest] = useState(false)
  const boats = longest ? [...BOATS].sort((a, b) => b.length - a.length) : BOATS
  return (
    <>
      <Specimen name="Chart" className="items-stretch">
        <ChartContainer config={CONFIG} className="min-h-56 w-full" role="img" aria-label="Trips a month, April to September: most in July, 52 under sail">
          <BarChart data={TRIPS} accessibilityLayer={false}>
            <CartesianGrid vertical={false} />
            <XAxis dataKey="month" tickLine={false} axisLine={false} tickMargin={8} />
            <ChartTooltip content={<ChartTooltipContent />} />
            <ChartLegend content={<ChartLegendContent />} />
            <Bar dataKey="sail" fill="var(--color-sail)" radius={4} />
            <Bar dataKey="motor" fill="var(--color-motor)" radius={4} />
          </BarChart>
        </ChartContainer>
      </Specimen>
      <Specimen name="Table">
        <Table>
          <TableCaption>Boats of the club</TableCaption>
          <TableHeader>
            <TableRow>
              <TableHead>Name</TableHead>
              <TableHead className="text-right">Length</TableHead>
              <TableHead>State</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {boats.map(({ name, length, state }) => (
              <TableRow key={name}>
                <TableCell className="font-medium">{name}</TableCell>
                <TableCell className="text-right tabular-nums">{length.toFixed(1)} m</TableCell>
                <TableCell>
                  <Badge variant="secondary">{state}</Badge>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        <Button variant="outline" size="sm" onClick={() => setLongest(!longest)}>
          {longest ? "Order as entered" : "Longest first"}
        </Button>
      </Specimen>
      <Specimen name="Item and Avatar" className="items-stretch">
        <ItemGroup className="gap-3">
          {[
            { name: "Noor Haddad", initials: "NH", work: "Keeps the north pier" },
            { name: "Ivo Brandt", initials: "IB", work: "Mends sails on Tuesdays" },
          ].map(({ name, initials, work }) => (
            <Item key={name} variant="outline" size="sm" role="listitem">
              <ItemMedia>
                <Avatar>
                  <AvatarFallback>{initials}</AvatarFallback>
                </Avatar>
              </ItemMedia>
              <ItemContent>
                <ItemTitle>{name}</ItemTitle>
                <ItemDescription>{work}</ItemDescription>
              </ItemContent>
              <ItemActions>
                <Button variant="outline" size="sm" aria-label={`Ask ${name}`} onClick={() => setAsked(name)}>
                  Ask
                </Button>
              </ItemActions>
            </Item>
          ))}
        </ItemGroup>
        <AvatarGroup aria-hidden>
          {["NH", "IB", "TS", "OM"].map((initials) => (
            <Avatar key={initials}>
              <AvatarFallback>{initials}</AvatarFallback>
            </Avatar>
          ))}
        </AvatarGroup>
        <Result>Asked: {asked}</Result>
      </Specimen>
      <Specimen name="Aspect ratio" className="items-stretch">
        <AspectRatio ratio={16 / 9} className="overflow-hidden rounded-lg">
          <svg viewBox="0 0 160 90" role="img" aria-label="A sailing boat at dusk" className="size-full">
            <rect width="160" height="90" fill="var(--chart-1)" opacity="0.25" />
            <circle cx="122" cy="44" r="13" fill="var(--chart-3)" />
            <path d="M0 58h160v32H0z" fill="var(--chart-1)" opacity="0.8" />
            <path d="M66 54l18-42v42zM88 54V24l15 30z" fill="var(--card)" />
            <path d="M58 58h50l-9 10H67z" fill="var(--foreground)" />
          </svg>
        </AspectRatio>
        <p className="text-sm text-muted-foreground">
          <Sailboat aria-hidden className="mr-2 inline size-4 align-[-3px]" />
          Sixteen to nine, at every width.
        </p>
      </Specimen>
      <Specimen name="Progress" className="items-stretch">
        <p className="text-sm">
          Water in the tank: <strong className="tabular-nums">{filled} %</strong>
        </p>
        <Progress value={filled} aria-label="Water in the tank" />
        <div className="flex gap-3">
          <Button variant="outline" size="sm" disabled={filled <= 0} onClick={() => setFilled(Math.max(0, filled - 20))}>
            Pump out
          </Button>
          <Button variant="outline" size="sm" disabled={filled >= 100} onClick={() => setFilled(Math.min(100, filled + 20))}>
            Fill up
          </Button>
        </div>
      </Specimen>
      <Specimen name="Carousel">
        <Carousel className="mx-auto w-full max-w-60" aria-label="Knots">
          <CarouselContent>
            {["Bowline", "Clove hitch", "Reef knot", "Sheet bend"].map((knot, index) => (
              <CarouselItem key={knot} aria-label={`${index + 1} of 4`}>
                <div className="flex h-32 flex-col items-center justify-center gap-2 rounded-lg border bg-muted">
                  <span className="text-lg font-medium">{knot}</span>
                  <span className="text-sm text-muted-foreground">Knot {index + 1} of 4</span>
                </div>
              </CarouselItem>
            ))}
          </CarouselContent>
          <CarouselPrevious />
          <CarouselNext />
        </Carousel>
      </Specimen>
    </>
  )
}
