/* Not shown: code in the manner in which models write against shadcn/ui. The type check has nothing to say of it. */
import * as React from "react"
import { zodResolver } from "@hookform/resolvers/zod"
import type { VariantProps } from "class-variance-authority"
import { addDays, format } from "date-fns"
import { Calendar as CalendarIcon, Check, ChevronsUpDown, Github, Loader2, type LucideIcon, Twitter } from "lucide-react"
import type { DateRange } from "react-day-picker"
import { useForm } from "react-hook-form"
import { BrowserRouter, Link, Route, Routes, useNavigate } from "react-router-dom"
import { Area, AreaChart, CartesianGrid, Cell, Label as ChartLabel, Pie, PieChart, XAxis, YAxis } from "recharts"
import { toast } from "sonner"
import * as z from "zod"

import { ThemeProvider, useTheme } from "@/components/theme-provider"
import { Accordion, AccordionContent, AccordionItem, AccordionTrigger } from "@/components/ui/accordion"
import { Avatar, AvatarFallback, AvatarImage } from "@/components/ui/avatar"
import { Badge, type BadgeProps } from "@/components/ui/badge"
import { Button, type ButtonProps, buttonVariants } from "@/components/ui/button"
import { Calendar } from "@/components/ui/calendar"
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card"
import { Carousel, type CarouselApi, CarouselContent, CarouselItem } from "@/components/ui/carousel"
import { type ChartConfig, ChartContainer, ChartLegend, ChartLegendContent, ChartTooltip, ChartTooltipContent } from "@/components/ui/chart"
import { Checkbox } from "@/components/ui/checkbox"
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command"
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { Drawer, DrawerContent, DrawerTrigger } from "@/components/ui/drawer"
import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuRadioGroup, DropdownMenuRadioItem, DropdownMenuTrigger } from "@/components/ui/dropdown-menu"
import { Form, FormControl, FormField, FormItem, FormLabel, FormMessage } from "@/components/ui/form"
import { Input } from "@/components/ui/input"
import { InputOTP, InputOTPGroup, InputOTPSlot } from "@/components/ui/input-otp"
import { NavigationMenu, NavigationMenuItem, NavigationMenuLink, NavigationMenuList, navigationMenuTriggerStyle } from "@/components/ui/navigation-menu"
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover"
import { ResizableHandle, ResizablePanel, ResizablePanelGroup } from "@/components/ui/resizable"
import { ScrollArea, ScrollBar } from "@/components/ui/scroll-area"
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select"
import { Sidebar, SidebarMenuButton, SidebarProvider, SidebarTrigger, useSidebar } from "@/components/ui/sidebar"
import { Slider } from "@/components/ui/slider"
import { Toaster } from "@/components/ui/sonner"
import { Switch } from "@/components/ui/switch"
import { TableCell, TableRow } from "@/components/ui/table"
import { Tabs, TabsList, TabsTrigger } from "@/components/ui/tabs"
import { ToastAction } from "@/components/ui/toast"
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group"
import { Tooltip, TooltipContent, TooltipProvider, TooltipTrigger } from "@/components/ui/tooltip"
import { useIsMobile } from "@/hooks/use-mobile"
import { useToast } from "@/hooks/use-toast"
import { cn } from "@/lib/utils"

const schema = z.object({ name: z.string().min(1), kind: z.enum(["a", "b"]), ok: z.boolean(), when: z.date() })

const config = {
  desktop: { label: "Desktop", color: "hsl(var(--chart-1))" },
  mobile: { label: "Mobile", icon: Github, theme: { light: "#000", dark: "#fff" } },
} satisfies ChartConfig

const data = [{ month: "January", desktop: 1, mobile: 2, fill: "var(--color-desktop)" }]

interface FancyProps extends React.ComponentPropsWithoutRef<typeof Button> {
  icon?: LucideIcon
}

const Fancy = React.forwardRef<HTMLButtonElement, FancyProps>(({ className, icon: Icon, ...props }, ref) => (
  <Button ref={ref} className={cn("h-auto", className)} {...props}>
    {Icon && <Icon className="h-4 w-4" />}
  </Button>
))
Fancy.displayName = "Fancy"

const Tile = React.forwardRef<React.ElementRef<typeof Card>, React.ComponentPropsWithoutRef<typeof Card>>((props, ref) => (
  <Card ref={ref} {...props} />
))
Tile.displayName = "Tile"

const variant: VariantProps<typeof buttonVariants>["variant"] = "outline"
const large: ButtonProps = { size: "lg" }
const quiet: BadgeProps = { variant: "secondary" }

export function Forms() {
  const form = useForm<z.infer<typeof schema>>({ resolver: zodResolver(schema), defaultValues: { name: "" } })
  return (
    <Form {...form}>
      <form onSubmit={form.handleSubmit((values) => console.log(values.name))}>
        <FormField
          control={form.control}
          name="kind"
          render={({ field }) => (
            <FormItem>
              <FormLabel>Kind</FormLabel>
              <Select onValueChange={field.onChange} defaultValue={field.value}>
                <FormControl>
                  <SelectTrigger className="w-full">
                    <SelectValue placeholder="Pick one" />
                  </SelectTrigger>
                </FormControl>
                <SelectContent>
                  <SelectItem value="a">A</SelectItem>
                </SelectContent>
              </Select>
              <FormMessage />
            </FormItem>
          )}
        />
        <FormField
          control={form.control}
          name="when"
          render={({ field }) => (
            <Popover>
              <PopoverTrigger asChild>
                <FormControl>
                  <Button variant={"outline"} className={cn("w-[240px]", !field.value && "text-muted-foreground")}>
                    {field.value ? format(field.value, "PPP") : <span>Pick a date</span>}
                    <CalendarIcon className="ml-auto h-4 w-4 opacity-50" />
                  </Button>
                </FormControl>
              </PopoverTrigger>
              <PopoverContent className="w-auto p-0" align="start">
                <Calendar mode="single" selected={field.value} onSelect={field.onChange} disabled={(day) => day > new Date()} initialFocus />
              </PopoverContent>
            </Popover>
          )}
        />
        <FormField
          control={form.control}
          name="ok"
          render={({ field }) => <Checkbox checked={field.value} onCheckedChange={field.onChange} />}
        />
        <Button type="submit" disabled={form.formState.isSubmitting}>
          <Loader2 className="mr-2 h-4 w-4 animate-spin" />
        </Button>
      </form>
    </Form>
  )
}

export function Charts() {
  return (
    <>
      <ChartContainer config={config} className="min-h-[200px] w-full">
        <AreaChart accessibilityLayer data={data} margin={{ left: 12, right: 12 }}>
          <CartesianGrid vertical={false} />
          <XAxis dataKey="month" tickLine={false} tickFormatter={(value) => value.slice(0, 3)} />
          <YAxis tickFormatter={(value) => `$${value}`} />
          <ChartTooltip
            cursor={false}
            content={
              <ChartTooltipContent
                indicator="line"
                labelFormatter={(value) => new Date(value).toLocaleDateString()}
                formatter={(value, name) => `${name}: ${value}`}
              />
            }
          />
          <ChartLegend content={<ChartLegendContent nameKey="browser" />} verticalAlign="top" />
          <Area dataKey="mobile" type="natural" fill="var(--color-mobile)" stackId="a" />
        </AreaChart>
      </ChartContainer>
      <ChartContainer config={config}>
        <PieChart>
          <ChartTooltip content={<ChartTooltipContent hideLabel />} />
          <Pie data={data} dataKey="desktop" nameKey="month" innerRadius={60}>
            {data.map(({ month, fill }) => (
              <Cell key={month} fill={fill} />
            ))}
            <ChartLabel content={({ viewBox }) => (viewBox && "cx" in viewBox ? <text x={viewBox.cx}>1</text> : null)} />
          </Pie>
        </PieChart>
      </ChartContainer>
    </>
  )
}

export function Everything() {
  const [open, setOpen] = React.useState(false)
  const [tab, setTab] = React.useState("a")
  const [values, setValues] = React.useState<number[]>([3])
  const [api, setApi] = React.useState<CarouselApi>()
  const [range, setRange] = React.useState<DateRange | undefined>({ from: new Date(), to: addDays(new Date(), 4) })
  const { toast: show } = useToast()
  const { theme, setTheme } = useTheme()
  const { state, toggleSidebar } = useSidebar()
  const isMobile = useIsMobile()
  const navigate = useNavigate()
  const field = React.useRef<HTMLInputElement>(null)

  React.useEffect(() => {
    if (!api) return
    api.on("select", () => setValues([api.selectedScrollSnap()]))
  }, [api])

  return (
    <TooltipProvider delayDuration={0}>
      <Fancy icon={Twitter} variant={variant} {...large} onClick={() => navigate("/")} />
      <Tile onClick={() => setOpen(true)} style={{ opacity: 1 }} />
      <Button onClick={() => toast.promise(Promise.resolve(1), { loading: "…", success: (n) => `${n}`, error: "No" })} />
      <Button onClick={() => show({ title: "Saved", variant: "destructive", action: <ToastAction altText="Undo">Undo</ToastAction> })} />
      <Button asChild onClick={toggleSidebar}>
        <Link to="/">Home</Link>
      </Button>
      <Calendar mode="range" defaultMonth={range?.from} selected={range} onSelect={setRange} numberOfMonths={2} />
      <Popover open={open} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button variant="outline" role="combobox" aria-expanded={open}>
            <ChevronsUpDown className="opacity-50" />
          </Button>
        </PopoverTrigger>
        <PopoverContent className="w-[200px] p-0">
          <Command>
            <CommandInput placeholder="Search" className="h-9" />
            <CommandList>
              <CommandEmpty>Nothing</CommandEmpty>
              <CommandGroup heading="All">
                <CommandItem value="a" onSelect={(current) => setTab(current === tab ? "" : current)}>
                  <Check className={cn("ml-auto", tab === "a" ? "opacity-100" : "opacity-0")} />
                </CommandItem>
              </CommandGroup>
            </CommandList>
          </Command>
        </PopoverContent>
      </Popover>
      <Tabs value={tab} onValueChange={setTab} className="w-full">
        <TabsList className="grid w-full grid-cols-2">
          <TabsTrigger value="a">A</TabsTrigger>
        </TabsList>
      </Tabs>
      <Accordion type="single" collapsible className="w-full">
        <AccordionItem value="item-1">
          <AccordionTrigger>Why?</AccordionTrigger>
          <AccordionContent>Because.</AccordionContent>
        </AccordionItem>
      </Accordion>
      <Accordion type="multiple" defaultValue={["item-1"]} />
      <Carousel setApi={setApi} opts={{ align: "start", loop: true }} orientation="vertical" className="w-full max-w-xs">
        <CarouselContent className="-mt-1 h-[200px]">
          <CarouselItem className="md:basis-1/2" />
        </CarouselContent>
      </Carousel>
      <Slider value={values} onValueChange={setValues} onValueCommit={setValues} max={100} step={1} className="w-[60%]" />
      <Switch id="wifi" checked={open} onCheckedChange={setOpen} />
      <ToggleGroup type="multiple" value={[tab]} onValueChange={(next) => setTab(next[0])} size="sm">
        <ToggleGroupItem value="bold" aria-label="Bold" />
      </ToggleGroup>
      <ScrollArea className="h-72 w-96 rounded-md border whitespace-nowrap">
        <ScrollBar orientation="horizontal" />
      </ScrollArea>
      <Input ref={field} type="file" onChange={(event) => event.target.files?.[0]} onKeyDown={(event) => event.key === "Enter"} />
      <Drawer open={open} onOpenChange={setOpen} direction="right">
        <DrawerTrigger asChild>
          <Button />
        </DrawerTrigger>
        <DrawerContent className="p-4" />
      </Drawer>
      <Dialog open={open} onOpenChange={setOpen} modal>
        <DialogTrigger asChild>
          <Button />
        </DialogTrigger>
        <DialogContent className="sm:max-w-[425px]" onInteractOutside={(event) => event.preventDefault()} aria-describedby={undefined} />
      </Dialog>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <SidebarMenuButton size="lg" isActive tooltip="Account" />
        </DropdownMenuTrigger>
        <DropdownMenuContent side={isMobile ? "bottom" : "right"} align="end" sideOffset={4}>
          <DropdownMenuItem onClick={() => setTheme(theme === "dark" ? "light" : "dark")} className="text-red-600" />
          <DropdownMenuRadioGroup value={tab} onValueChange={setTab}>
            <DropdownMenuRadioItem value="a" />
          </DropdownMenuRadioGroup>
        </DropdownMenuContent>
      </DropdownMenu>
      <NavigationMenu>
        <NavigationMenuList>
          <NavigationMenuItem>
            <NavigationMenuLink asChild className={navigationMenuTriggerStyle()}>
              <Link to="/docs">Docs</Link>
            </NavigationMenuLink>
          </NavigationMenuItem>
        </NavigationMenuList>
      </NavigationMenu>
      <InputOTP maxLength={6} value={tab} onChange={setTab} onComplete={(code: string) => setTab(code)}>
        <InputOTPGroup>
          <InputOTPSlot index={0} />
        </InputOTPGroup>
      </InputOTP>
      <ResizablePanelGroup direction="vertical" className="max-w-md rounded-lg border" onLayout={setValues}>
        <ResizablePanel defaultSize={25} minSize={10} collapsible onCollapse={() => setOpen(false)} />
        <ResizableHandle withHandle />
      </ResizablePanelGroup>
      <TableRow data-state={open && "selected"}>
        <TableCell colSpan={3} className="text-right" />
      </TableRow>
      <Avatar className="h-8 w-8 rounded-lg">
        <AvatarImage src="/me.png" alt="Me" />
        <AvatarFallback className="rounded-lg">ME</AvatarFallback>
      </Avatar>
      <CardHeader className="flex flex-row items-center justify-between space-y-0 pb-2">
        <CardTitle className="text-sm font-medium">{state}</CardTitle>
      </CardHeader>
      <CardContent>
        <Badge variant={quiet.variant} className="ml-auto" />
      </CardContent>
      <Tooltip>
        <TooltipTrigger asChild>
          <Button size="icon" variant="ghost" />
        </TooltipTrigger>
        <TooltipContent side="right">Tip</TooltipContent>
      </Tooltip>
    </TooltipProvider>
  )
}

export function Shell() {
  return (
    <ThemeProvider defaultTheme="dark" storageKey="vite-ui-theme">
      <BrowserRouter>
        <SidebarProvider defaultOpen style={{ "--sidebar-width": "20rem" } as React.CSSProperties}>
          <Sidebar collapsible="icon" variant="inset" />
          <SidebarTrigger className="-ml-1" />
          <Routes>
            <Route path="/" element={<Everything />} />
          </Routes>
          <Toaster richColors position="top-center" closeButton />
        </SidebarProvider>
      </BrowserRouter>
    </ThemeProvider>
  )
}
