import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card"

export function StatCard({ label, value }: { label: string; value: number }) {
  return (
    <Card>
      <CardHeader>
        <CardTitle>{label}</CardTitle>
      </CardHeader>
      <CardContent className="text-2xl font-semibold">{value.toLocaleString("en")}</CardContent>
    </Card>
  )
}
