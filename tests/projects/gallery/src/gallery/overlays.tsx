import { useState } from "react"
import { Link } from "react-router"
import { Copy, LifeBuoy, MoreHorizontal, Pencil, Trash2 } from "lucide-react"

import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
  AlertDialogTrigger,
} from "@/components/ui/alert-dialog"
import { Avatar, AvatarFallback } from "@/components/ui/avatar"
import { Button } from "@/components/ui/button"
import { ContextMenu, ContextMenuContent, ContextMenuItem, ContextMenuSeparator, ContextMenuShortcut, ContextMenuTrigger } from "@/components/ui/context-menu"
import { Dialog, DialogClose, DialogContent, DialogDescription, DialogFooter, DialogHeader, DialogTitle, DialogTrigger } from "@/components/ui/dialog"
import { Drawer, DrawerClose, DrawerContent, DrawerDescription, DrawerFooter, DrawerHeader, DrawerTitle, DrawerTrigger } from "@/components/ui/drawer"
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuSub,
  DropdownMenuSubContent,
  DropdownMenuSubTrigger,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu"
import { HoverCard, HoverCardContent, HoverCardTrigger } from "@/components/ui/hover-card"
import { Input } from "@/components/ui/input"
import { Label } from "@/components/ui/label"
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover"
import { Sheet, SheetClose, SheetContent, SheetDescription, SheetFooter, SheetHeader, SheetTitle, SheetTrigger } from "@/components/ui/sheet"
import { Tooltip, TooltipContent, TooltipTrigger } from "@/components/ui/tooltip"
import { Result, Specimen } from "@/gallery/specimen"

export function Overlays() {
  const [boat, setBoat] = useState("Kittiwake")
  const [draft, setDraft] = useState(boat)
  const [fate, setFate] = useState("is afloat")
  const [chosen, setChosen] = useState("nothing yet")
  const [tide, setTide] = useState(true)
  const [reefs, setReefs] = useState(0)
  const [asked, setAsked] = useState("not asked for")
  return (
    <>
      <Specimen name="Dialog">
        <Dialog onOpenChange={() => setDraft(boat)}>
          <DialogTrigger asChild>
            <Button variant="outline">Rename the boat</Button>
          </DialogTrigger>
          <DialogContent>
            <DialogHeader>
              <DialogTitle>Rename the boat</DialogTitle>
              <DialogDescription>The old name stays in the log.</DialogDescription>
            </DialogHeader>
            <div className="grid gap-2">
              <Label htmlFor="boat-name">Name</Label>
              <Input id="boat-name" value={draft} onChange={(event) => setDraft(event.target.value)} />
            </div>
            <DialogFooter>
              <DialogClose asChild>
                <Button variant="outline">Keep the old one</Button>
              </DialogClose>
              <DialogClose asChild>
                <Button onClick={() => setBoat(draft.trim() || boat)}>Rename</Button>
              </DialogClose>
            </DialogFooter>
          </DialogContent>
        </Dialog>
        <Result>The boat is called {boat}.</Result>
      </Specimen>
      <Specimen name="Alert dialog">
        <AlertDialog>
          <AlertDialogTrigger asChild>
            <Button variant="outline">Scrap the boat</Button>
          </AlertDialogTrigger>
          <AlertDialogContent>
            <AlertDialogHeader>
              <AlertDialogTitle>Scrap {boat}?</AlertDialogTitle>
              <AlertDialogDescription>She goes to the breaker on Friday. Nobody brings her back.</AlertDialogDescription>
            </AlertDialogHeader>
            <AlertDialogFooter>
              <AlertDialogCancel onClick={() => setFate("stays afloat")}>Keep her</AlertDialogCancel>
              <AlertDialogAction variant="destructive" onClick={() => setFate("is scrapped")}>
                Scrap her
              </AlertDialogAction>
            </AlertDialogFooter>
          </AlertDialogContent>
        </AlertDialog>
        <Result>
          {boat} {fate}.
        </Result>
      </Specimen>
      <Specimen name="Sheet and Drawer">
        <div className="flex flex-wrap gap-3">
          <Sheet>
            <SheetTrigger asChild>
              <Button variant="outline">Open the chart</Button>
            </SheetTrigger>
            <SheetContent>
              <SheetHeader>
                <SheetTitle>Chart of the bay</SheetTitle>
                <SheetDescription>Depths in metres at low water.</SheetDescription>
              </SheetHeader>
              <ul className="grid gap-2 px-5">
                {["Bar 2.1", "Channel 6.4", "Pool 9.8"].map((place) => (
                  <li key={place} className="rounded-md bg-muted p-3">
                    {place}
                  </li>
                ))}
              </ul>
              <SheetFooter>
                <SheetClose asChild>
                  <Button>Roll it up</Button>
                </SheetClose>
              </SheetFooter>
            </SheetContent>
          </Sheet>
          <Drawer>
            <DrawerTrigger asChild>
              <Button variant="outline">Set the reefs</Button>
            </DrawerTrigger>
            <DrawerContent>
              <div className="mx-auto w-full max-w-sm">
                <DrawerHeader>
                  <DrawerTitle>Reefs in the main</DrawerTitle>
                  <DrawerDescription>One for every 5 knots over 18.</DrawerDescription>
                </DrawerHeader>
                <div className="grid grid-cols-4 gap-2 px-5">
                  {[0, 1, 2, 3].map((count) => (
                    <Button key={count} variant={count === reefs ? "default" : "outline"} onClick={() => setReefs(count)}>
                      {count}
                    </Button>
                  ))}
                </div>
                <DrawerFooter>
                  <DrawerClose asChild>
                    <Button variant="secondary">Done</Button>
                  </DrawerClose>
                </DrawerFooter>
              </div>
            </DrawerContent>
          </Drawer>
        </div>
        <Result>Reefs in the main: {reefs}</Result>
      </Specimen>
      <Specimen name="Dropdown menu">
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="outline">
              <MoreHorizontal aria-hidden />
              Orders
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent align="start" className="w-52">
            <DropdownMenuLabel>{boat}</DropdownMenuLabel>
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={() => setChosen("rename")}>
              <Pencil aria-hidden />
              Rename
            </DropdownMenuItem>
            <DropdownMenuSub>
              <DropdownMenuSubTrigger>
                <Copy aria-hidden />
                Move to
              </DropdownMenuSubTrigger>
              <DropdownMenuSubContent>
                <DropdownMenuItem onSelect={() => setChosen("move to the north pier")}>North pier</DropdownMenuItem>
                <DropdownMenuItem onSelect={() => setChosen("move to the south pier")}>South pier</DropdownMenuItem>
              </DropdownMenuSubContent>
            </DropdownMenuSub>
            <DropdownMenuCheckboxItem checked={tide} onCheckedChange={setTide}>
              Wait for the tide
            </DropdownMenuCheckboxItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem variant="destructive" onSelect={() => setChosen("scrap")}>
              <Trash2 aria-hidden />
              Scrap
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        <Result>
          Chosen: {chosen}; {tide ? "with the tide" : "at once"}
        </Result>
      </Specimen>
      <Specimen name="Context menu">
        <ContextMenu>
          <ContextMenuTrigger className="flex h-28 w-full items-center justify-center rounded-lg border border-dashed p-4 text-center text-sm text-muted-foreground">
            Press the right button here, or hold a finger down
          </ContextMenuTrigger>
          <ContextMenuContent className="w-48">
            <ContextMenuItem onSelect={() => setChosen("drop a mark")}>
              Drop a mark
              <ContextMenuShortcut>M</ContextMenuShortcut>
            </ContextMenuItem>
            <ContextMenuItem onSelect={() => setChosen("measure")}>Measure</ContextMenuItem>
            <ContextMenuSeparator />
            <ContextMenuItem onSelect={() => setChosen("clear")}>Clear the marks</ContextMenuItem>
          </ContextMenuContent>
        </ContextMenu>
        <Result>Chosen: {chosen}</Result>
      </Specimen>
      <Specimen name="Popover, Tooltip and Hover card">
        <div className="flex flex-wrap items-center gap-3">
          <Popover>
            <PopoverTrigger asChild>
              <Button variant="outline">Today’s tide</Button>
            </PopoverTrigger>
            <PopoverContent className="grid gap-2">
              <p className="font-medium">High water 14:20</p>
              <p className="text-muted-foreground">4.6 m over chart datum, falling until 20:35.</p>
            </PopoverContent>
          </Popover>
          <Tooltip>
            <TooltipTrigger asChild>
              <Button
                variant="outline"
                size="icon"
                aria-label="Ask for help"
                onClick={() => setAsked("on its way")}
              >
                <LifeBuoy aria-hidden />
              </Button>
            </TooltipTrigger>
            <TooltipContent>Asks the lifeboat for help</TooltipContent>
          </Tooltip>
          <HoverCard openDelay={150}>
            <HoverCardTrigger asChild>
              <Link to="/data" className="rounded-xs py-1 font-medium text-primary underline underline-offset-4">
                Noor Haddad
              </Link>
            </HoverCardTrigger>
            <HoverCardContent className="flex items-center gap-3">
              <Avatar>
                <AvatarFallback>NH</AvatarFallback>
              </Avatar>
              <p>Keeps the north pier since 2019.</p>
            </HoverCardContent>
          </HoverCard>
        </div>
        <Result>Help is {asked}.</Result>
      </Specimen>
    </>
  )
}
