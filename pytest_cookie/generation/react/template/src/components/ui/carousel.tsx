import * as React from "react"
import useEmblaCarousel, { type UseEmblaCarouselType } from "embla-carousel-react"
import { ArrowLeft, ArrowRight } from "lucide-react"

import { Button } from "@/components/ui/button"
import { cn } from "@/lib/utils"

type CarouselApi = UseEmblaCarouselType[1]
type UseCarouselParameters = Parameters<typeof useEmblaCarousel>

type CarouselProps = {
  opts?: UseCarouselParameters[0]
  plugins?: UseCarouselParameters[1]
  orientation?: "horizontal" | "vertical"
  setApi?: (api: CarouselApi) => void
}

type CarouselContext = {
  carouselRef: UseEmblaCarouselType[0]
  api: CarouselApi
  orientation: "horizontal" | "vertical"
  scrollPrev: () => void
  scrollNext: () => void
  canScrollPrev: boolean
  canScrollNext: boolean
}

const Context = React.createContext<CarouselContext | null>(null)

function useCarousel() {
  const context = React.use(Context)
  if (!context) throw new Error("useCarousel must be used within a <Carousel />")
  return context
}

function useEnds(api: CarouselApi) {
  const [ends, setEnds] = React.useState({ canScrollPrev: false, canScrollNext: false })
  React.useEffect(() => {
    if (!api) return
    const update = () => setEnds({ canScrollPrev: api.canScrollPrev(), canScrollNext: api.canScrollNext() })
    update()
    api.on("reInit", update).on("select", update)
    return () => {
      api.off("reInit", update).off("select", update)
    }
  }, [api])
  return ends
}

function Carousel({
  orientation = "horizontal",
  opts,
  setApi,
  plugins,
  className,
  ...props
}: React.ComponentProps<"div"> & CarouselProps) {
  const [carouselRef, api] = useEmblaCarousel({ ...opts, axis: orientation === "horizontal" ? "x" : "y" }, plugins)
  const ends = useEnds(api)

  React.useEffect(() => {
    if (api) setApi?.(api)
  }, [api, setApi])

  const context = {
    carouselRef,
    api,
    orientation,
    scrollPrev: () => api?.scrollPrev(),
    scrollNext: () => api?.scrollNext(),
    ...ends,
  }
  const onKeyDownCapture = (event: React.KeyboardEvent) => {
    const [back, on] = orientation === "horizontal" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"]
    if (event.key !== back && event.key !== on) return
    event.preventDefault()
    if (event.key === back) context.scrollPrev()
    else context.scrollNext()
  }
  return (
    <Context value={context}>
      <div
        role="region"
        aria-roledescription="carousel"
        data-slot="carousel"
        onKeyDownCapture={onKeyDownCapture}
        className={cn("relative", className)}
        {...props}
      />
    </Context>
  )
}

function CarouselContent({ className, ...props }: React.ComponentProps<"div">) {
  const { carouselRef, orientation } = useCarousel()
  return (
    <div ref={carouselRef} data-slot="carousel-content" className="overflow-hidden">
      <div className={cn("flex", orientation === "horizontal" ? "-ml-4" : "-mt-4 flex-col", className)} {...props} />
    </div>
  )
}

function CarouselItem({ className, ...props }: React.ComponentProps<"div">) {
  const { orientation } = useCarousel()
  return (
    <div
      role="group"
      aria-roledescription="slide"
      data-slot="carousel-item"
      className={cn("min-w-0 shrink-0 grow-0 basis-full", orientation === "horizontal" ? "pl-4" : "pt-4", className)}
      {...props}
    />
  )
}

const ARROW = "absolute rounded-full"

function CarouselPrevious({
  className,
  variant = "outline",
  size = "icon-sm",
  ...props
}: React.ComponentProps<typeof Button>) {
  const { orientation, scrollPrev, canScrollPrev } = useCarousel()
  const place = orientation === "horizontal" ? "top-1/2 -left-12 -translate-y-1/2" : "-top-12 left-1/2 -translate-x-1/2"
  return (
    <Button
      data-slot="carousel-previous"
      variant={variant}
      size={size}
      disabled={!canScrollPrev}
      onClick={scrollPrev}
      className={cn(ARROW, place, className)}
      {...props}
    >
      <ArrowLeft aria-hidden className={cn(orientation === "vertical" && "rotate-90")} />
      <span className="sr-only">Previous slide</span>
    </Button>
  )
}

function CarouselNext({
  className,
  variant = "outline",
  size = "icon-sm",
  ...props
}: React.ComponentProps<typeof Button>) {
  const { orientation, scrollNext, canScrollNext } = useCarousel()
  const place =
    orientation === "horizontal" ? "top-1/2 -right-12 -translate-y-1/2" : "-bottom-12 left-1/2 -translate-x-1/2"
  return (
    <Button
      data-slot="carousel-next"
      variant={variant}
      size={size}
      disabled={!canScrollNext}
      onClick={scrollNext}
      className={cn(ARROW, place, className)}
      {...props}
    >
      <ArrowRight aria-hidden className={cn(orientation === "vertical" && "rotate-90")} />
      <span className="sr-only">Next slide</span>
    </Button>
  )
}

export { Carousel, CarouselContent, CarouselItem, CarouselNext, CarouselPrevious, useCarousel }
export type { CarouselApi }
