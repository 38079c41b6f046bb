import { part } from "@/lib/part"

const Skeleton = part("div", "skeleton", "animate-pulse rounded-md bg-muted-foreground/15")

export { Skeleton }
