import { createContext, use, useEffect, useMemo, useState, type ReactNode } from "react"

export type Theme = "light" | "dark" | "system"

type ThemeContext = {
  theme: Theme
  /** What is shown: `system` resolved. */
  resolvedTheme: "light" | "dark"
  setTheme: (theme: Theme) => void
}

const Context = createContext<ThemeContext | null>(null)
const PREFERS_DARK = "(prefers-color-scheme: dark)"

function stored(key: string): Theme | null {
  try {
    const value = localStorage.getItem(key)
    return value === "light" || value === "dark" || value === "system" ? value : null
  } catch {
    return null
  }
}

function store(key: string, theme: Theme) {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // a page without storage keeps the theme as long as it is open
  }
}

export function ThemeProvider({
  children,
  defaultTheme = "system",
  storageKey = "theme",
}: {
  children: ReactNode
  defaultTheme?: Theme
  storageKey?: string
}) {
  const [theme, choose] = useState<Theme>(() => stored(storageKey) ?? defaultTheme)
  const [prefersDark, setPrefersDark] = useState(() => matchMedia(PREFERS_DARK).matches)
  const resolvedTheme = theme === "system" ? (prefersDark ? "dark" : "light") : theme

  useEffect(() => {
    const list = matchMedia(PREFERS_DARK)
    const update = () => setPrefersDark(list.matches)
    list.addEventListener("change", update)
    return () => list.removeEventListener("change", update)
  }, [])

  useEffect(() => {
    const { classList } = document.documentElement
    classList.toggle("dark", resolvedTheme === "dark")
    classList.toggle("light", resolvedTheme === "light")
  }, [resolvedTheme])

  const value = useMemo(
    () => ({
      theme,
      resolvedTheme,
      setTheme: (next: Theme) => {
        store(storageKey, next)
        choose(next)
      },
    }),
    [theme, resolvedTheme, storageKey],
  )
  return <Context value={value}>{children}</Context>
}

export function useTheme() {
  const context = use(Context)
  if (!context) throw new Error("useTheme must be used within a ThemeProvider")
  return context
}
