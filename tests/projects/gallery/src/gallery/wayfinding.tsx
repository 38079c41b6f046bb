import { useState } from "react"
import { Link } from "react-router"

import { Accordion, AccordionContent, AccordionItem, AccordionTrigger } from "@/components/ui/accordion"
import { Breadcrumb, BreadcrumbItem, BreadcrumbLink, BreadcrumbList, BreadcrumbPage, BreadcrumbSeparator } from "@/components/ui/breadcrumb"
import { Button } from "@/components/ui/button"
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible"
import { Menubar, MenubarContent, MenubarItem, MenubarMenu, MenubarRadioGroup, MenubarRadioItem, MenubarSeparator, MenubarShortcut, MenubarTrigger } from "@/components/ui/menubar"
import { NavigationMenu, NavigationMenuContent, NavigationMenuItem, NavigationMenuLink, NavigationMenuList, NavigationMenuTrigger } from "@/components/ui/navigation-menu"
import { Pagination, PaginationContent, PaginationEllipsis, PaginationItem, PaginationLink, PaginationNext, PaginationPrevious } from "@/components/ui/pagination"
import { Tabs, TabsContent, TabsList, TabsTrigger } from "@/components/ui/tabs"
import { Result, Specimen } from "@/gallery/specimen"

const LAST = 9

export function Wayfinding() {
  const [page, setPage] = useState(2)
  const [chart, setChart] = useState("harbour")
  const [ordered, setOrdered] = useState("nothing yet")
  const turn = (to: number) => (event: React.MouseEvent) => {
    event.preventDefault()
    setPage(Math.min(LAST, Math.max(1, to)))
  }
  return (
    <>
      <Specimen name="Tabs">
        <Tabs defaultValue="wind" className="w-full">
          <TabsList>
            <TabsTrigger value="wind">Wind</TabsTrigger>
            <TabsTrigger value="swell">Swell</TabsTrigger>
            <TabsTrigger value="sight">Sight</TabsTrigger>
          </TabsList>
          <TabsContent value="wind">South-west 4, backing south by the evening.</TabsContent>
          <TabsContent value="swell">One metre, long, from the west.</TabsContent>
          <TabsContent value="sight">Good, with fog banks after midnight.</TabsContent>
        </Tabs>
      </Specimen>
      <Specimen name="Accordion">
        <Accordion type="single" collapsible defaultValue="moor" className="w-full">
          <AccordionItem value="moor">
            <AccordionTrigger>Where may I moor?</AccordionTrigger>
            <AccordionContent>At every berth with a green board, for up to two nights.</AccordionContent>
          </AccordionItem>
          <AccordionItem value="water">
            <AccordionTrigger>Is there fresh water?</AccordionTrigger>
            <AccordionContent>On both piers; the taps are open from April to October.</AccordionContent>
          </AccordionItem>
          <AccordionItem value="fee">
            <AccordionTrigger>What does a night cost?</AccordionTrigger>
            <AccordionContent>Two euros a metre, children sail for nothing.</AccordionContent>
          </AccordionItem>
        </Accordion>
      </Specimen>
      <Specimen name="Breadcrumb and Collapsible">
        <Breadcrumb>
          <BreadcrumbList>
            <BreadcrumbItem>
              <BreadcrumbLink asChild>
                <Link to="/data">Data</Link>
              </BreadcrumbLink>
            </BreadcrumbItem>
            <BreadcrumbSeparator />
            <BreadcrumbItem>
              <BreadcrumbLink asChild>
                <Link to="/structure">Structure</Link>
              </BreadcrumbLink>
            </BreadcrumbItem>
            <BreadcrumbSeparator />
            <BreadcrumbItem>
              <BreadcrumbPage>Wayfinding</BreadcrumbPage>
            </BreadcrumbItem>
          </BreadcrumbList>
        </Breadcrumb>
        <Collapsible className="grid w-full gap-3">
          <CollapsibleTrigger asChild>
            <Button variant="outline" size="sm" className="w-fit">
              Rules of the harbour
            </Button>
          </CollapsibleTrigger>
          <CollapsibleContent className="rounded-md bg-muted p-4 text-sm leading-relaxed">
            Three knots inside the piers. Rowing boats first. No anchor over the ferry’s cable.
          </CollapsibleContent>
        </Collapsible>
      </Specimen>
      <Specimen name="Menubar">
        <Menubar>
          <MenubarMenu>
            <MenubarTrigger>Boat</MenubarTrigger>
            <MenubarContent>
              <MenubarItem onSelect={() => setOrdered("cast off")}>
                Cast off <MenubarShortcut>C</MenubarShortcut>
              </MenubarItem>
              <MenubarSeparator />
              <MenubarItem onSelect={() => setOrdered("moor")}>Moor</MenubarItem>
            </MenubarContent>
          </MenubarMenu>
          <MenubarMenu>
            <MenubarTrigger>Chart</MenubarTrigger>
            <MenubarContent>
              <MenubarRadioGroup value={chart} onValueChange={setChart}>
                <MenubarRadioItem value="harbour">Harbour</MenubarRadioItem>
                <MenubarRadioItem value="coast">Coast</MenubarRadioItem>
              </MenubarRadioGroup>
            </MenubarContent>
          </MenubarMenu>
        </Menubar>
        <Result>
          Ordered: {ordered}; chart of the {chart}
        </Result>
      </Specimen>
      <Specimen name="Navigation menu">
        <NavigationMenu viewport={false} className="-ml-4 flex-none">
          <NavigationMenuList>
            <NavigationMenuItem>
              <NavigationMenuTrigger>Piers</NavigationMenuTrigger>
              <NavigationMenuContent>
                <ul className="grid w-60 gap-1">
                  <li>
                    <NavigationMenuLink asChild>
                      <Link to="/data">
                        <span className="font-medium">North pier</span>
                        <span className="text-muted-foreground">Deep water, 24 berths</span>
                      </Link>
                    </NavigationMenuLink>
                  </li>
                  <li>
                    <NavigationMenuLink asChild>
                      <Link to="/structure">
                        <span className="font-medium">South pier</span>
                        <span className="text-muted-foreground">Dinghies and canoes</span>
                      </Link>
                    </NavigationMenuLink>
                  </li>
                </ul>
              </NavigationMenuContent>
            </NavigationMenuItem>
            <NavigationMenuItem>
              <NavigationMenuLink asChild className="px-4">
                <Link to="/fields">Berths</Link>
              </NavigationMenuLink>
            </NavigationMenuItem>
          </NavigationMenuList>
        </NavigationMenu>
      </Specimen>
      <Specimen name="Pagination">
        <Pagination className="mx-0 justify-start">
          <PaginationContent>
            <PaginationItem>
              <PaginationPrevious href="#previous" onClick={turn(page - 1)} />
            </PaginationItem>
            {[1, 2, 3].map((number) => (
              <PaginationItem key={number}>
                <PaginationLink href={`#page-${number}`} isActive={number === page} onClick={turn(number)}>
                  {number}
                </PaginationLink>
              </PaginationItem>
            ))}
            <PaginationItem>
              <PaginationEllipsis />
            </PaginationItem>
            <PaginationItem>
              <PaginationNext href="#next" onClick={turn(page + 1)} />
            </PaginationItem>
          </PaginationContent>
        </Pagination>
        <Result>
          Page {page} of {LAST}
        </Result>
      </Specimen>
    </>
  )
}
