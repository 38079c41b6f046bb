import * as React from "react"
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react"
import { Toaster as Sonner, type ToasterProps } from "sonner"

import { Spinner } from "@/components/ui/spinner"

/** Follows the class of <html>, with or without a ThemeProvider. */
function useHtmlTheme(): "light" | "dark" {
  return React.useSyncExternalStore(
    (onChange) => {
      const observer = new MutationObserver(onChange)
      observer.observe(document.documentElement, { attributeFilter: ["class"] })
      return () => observer.disconnect()
    },
    () => (document.documentElement.classList.contains("dark") ? "dark" : "light"),
  )
}

const COLORS = {
  "--normal-bg": "var(--popover)",
  "--normal-text": "var(--popover-foreground)",
  "--normal-border": "var(--border)",
  "--border-radius": "var(--radius)",
} as React.CSSProperties

function Toaster(props: ToasterProps) {
  const theme = useHtmlTheme()
  return (
    <Sonner
      theme={theme}
      className="toaster group"
      style={COLORS}
      icons={{
        success: <CircleCheck aria-hidden className="size-4" />,
        info: <Info aria-hidden className="size-4" />,
        warning: <TriangleAlert aria-hidden className="size-4" />,
        error: <CircleAlert aria-hidden className="size-4" />,
        loading: <Spinner />,
      }}
      {...props}
    />
  )
}

export { Toaster }
