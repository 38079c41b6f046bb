import { useSyncExternalStore, type ReactNode } from "react"

import type { ToastActionElement, ToastProps } from "@/components/ui/toast"

type Toast = Omit<ToastProps, "title" | "id"> & {
  id: string
  title?: ReactNode
  description?: ReactNode
  action?: ToastActionElement
}

const MOST = 3
const LEAVING_MS = 400

let toasts: readonly Toast[] = []
let count = 0
const listeners = new Set<() => void>()

function set(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

function change(id: string, changed: Partial<Toast>) {
  set(toasts.map((one) => (one.id === id ? { ...one, ...changed } : one)))
}

function remove(id: string) {
  set(toasts.filter((one) => one.id !== id))
}

/** Close one, or all; they go when they have faded. */
function dismiss(id?: string) {
  for (const one of toasts) {
    if (id !== undefined && one.id !== id) continue
    change(one.id, { open: false })
    setTimeout(() => remove(one.id), LEAVING_MS)
  }
}

function toast(content: Omit<Toast, "id">) {
  const id = String((count += 1))
  const onOpenChange = (open: boolean) => {
    content.onOpenChange?.(open)
    if (!open) dismiss(id)
  }
  set([{ ...content, id, open: true, onOpenChange }, ...toasts].slice(0, MOST))
  return {
    id,
    dismiss: () => dismiss(id),
    update: (changed: Partial<Omit<Toast, "id">>) => change(id, changed),
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function useToast() {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  return { toasts: shown, toast, dismiss }
}

export { toast, useToast }
