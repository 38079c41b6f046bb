export function EmptyShelf() {
  return <p className="rounded-lg border border-dashed p-8 text-center text-muted-foreground">No book fits.</p>
}
