import { Badge } from "@/components/ui/badge"

export function ReadBadge({ read }: { read: boolean }) {
  return <Badge variant={read ? "default" : "secondary"}>{read ? "Read" : "To read"}</Badge>
}
