import { useState } from "react"
import { CircleAlert, Compass, Info } from "lucide-react"

import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { Card, CardAction, CardContent, CardDescription, CardFooter, CardHeader, CardTitle } from "@/components/ui/card"
import { Empty, EmptyContent, EmptyDescription, EmptyHeader, EmptyMedia, EmptyTitle } from "@/components/ui/empty"
import { ResizableHandle, ResizablePanel, ResizablePanelGroup } from "@/components/ui/resizable"
import { ScrollArea } from "@/components/ui/scroll-area"
import { Separator } from "@/components/ui/separator"
import { Skeleton } from "@/components/ui/skeleton"
import { Specimen } from "@/gallery/specimen"

const PLACES = ["Bar buoy", "Ferry cable", "Old mole", "North light", "Pool", "Seal rock", "South light", "Training wall", "Wreck of 1921"]

export function Structure() {
  const [booked, setBooked] = useState(false)
  const [loading, setLoading] = useState(true)
  const [trips, setTrips] = useState(0)
  return (
    <>
      <Specimen name="Card" className="items-stretch">
        <Card>
          <CardHeader>
            <CardTitle>Sandpiper</CardTitle>
            <CardDescription>Dinghy, 5.1 m, for three</CardDescription>
            <CardAction>
              <Badge variant={booked ? "default" : "secondary"}>{booked ? "Yours" : "Free"}</Badge>
            </CardAction>
          </CardHeader>
          <CardContent className="leading-relaxed">
            Two sails, a pair of oars and a bailer. She lies at the south pier.
          </CardContent>
          <CardFooter className="gap-3">
            <Button onClick={() => setBooked(!booked)}>{booked ? "Give her back" : "Take her out"}</Button>
          </CardFooter>
        </Card>
      </Specimen>
      <Specimen name="Alert" className="items-stretch">
        <Alert>
          <Info aria-hidden />
          <AlertTitle>The slip is closed on Monday</AlertTitle>
          <AlertDescription>The tide is too low between ten and four.</AlertDescription>
        </Alert>
        <Alert variant="destructive">
          <CircleAlert aria-hidden />
          <AlertTitle>Gale warning</AlertTitle>
          <AlertDescription>North-west 8 from midnight. Double your lines.</AlertDescription>
        </Alert>
      </Specimen>
      <Specimen name="Empty" className="items-stretch">
        <Empty className="border">
          <EmptyHeader>
            <EmptyMedia variant="icon">
              <Compass aria-hidden />
            </EmptyMedia>
            <EmptyTitle>{trips ? `${trips} in the log` : "No trips yet"}</EmptyTitle>
            <EmptyDescription>What you sail stands here, the latest first.</EmptyDescription>
          </EmptyHeader>
          <EmptyContent>
            <Button onClick={() => setTrips(trips + 1)}>Enter a trip</Button>
          </EmptyContent>
        </Empty>
      </Specimen>
      <Specimen name="Scroll area and Separator" className="items-stretch">
        <ScrollArea className="h-56 rounded-lg border">
          <ul className="p-4" aria-label="Places of the bay">
            {PLACES.map((place, index) => (
              <li key={place} className="text-sm">
                {index > 0 && <Separator className="my-3" />}
                {place}
              </li>
            ))}
          </ul>
        </ScrollArea>
      </Specimen>
      <Specimen name="Resizable" className="items-stretch">
        <ResizablePanelGroup direction="horizontal" className="min-h-40 rounded-lg border">
          <ResizablePanel defaultSize={40} minSize={20}>
            <div className="flex h-full items-center justify-center bg-muted p-4 text-sm">Chart</div>
          </ResizablePanel>
          <ResizableHandle withHandle />
          <ResizablePanel defaultSize={60} minSize={20}>
            <div className="flex h-full items-center justify-center p-4 text-sm">Log</div>
          </ResizablePanel>
        </ResizablePanelGroup>
      </Specimen>
      <Specimen name="Skeleton" className="items-stretch">
        <div className="flex items-center gap-4" aria-busy={loading}>
          {loading ? (
            <>
              <Skeleton className="size-12 rounded-full" />
              <div className="grid flex-1 gap-2">
                <Skeleton className="h-4 w-3/4" />
                <Skeleton className="h-4 w-1/2" />
              </div>
            </>
          ) : (
            <p>The weather has come: fair, with a light breeze.</p>
          )}
        </div>
        <Button variant="outline" size="sm" className="w-fit" onClick={() => setLoading(!loading)}>
          {loading ? "Show the weather" : "Load it again"}
        </Button>
      </Specimen>
    </>
  )
}
