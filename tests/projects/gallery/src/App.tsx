import { BrowserRouter, Link, Navigate, Route, Routes, useLocation } from "react-router"
import { BarChart3, FormInput, Layers, LayoutPanelLeft, ListChecks, Moon, MousePointerClick, Navigation, Sun } from "lucide-react"

import { ThemeProvider, useTheme } from "@/components/theme-provider"
import { Button } from "@/components/ui/button"
import { Separator } from "@/components/ui/separator"
import {
  Sidebar,
  SidebarContent,
  SidebarFooter,
  SidebarGroup,
  SidebarGroupContent,
  SidebarGroupLabel,
  SidebarHeader,
  SidebarInset,
  SidebarMenu,
  SidebarMenuBadge,
  SidebarMenuButton,
  SidebarMenuItem,
  SidebarProvider,
  SidebarTrigger,
  useSidebar,
} from "@/components/ui/sidebar"
import { Toaster as Sonner } from "@/components/ui/sonner"
import { Toaster } from "@/components/ui/toaster"
import { Actions } from "@/gallery/actions"
import { Choices } from "@/gallery/choices"
import { Data } from "@/gallery/data"
import { Fields } from "@/gallery/fields"
import { HOME } from "@/gallery/home"
import { Overlays } from "@/gallery/overlays"
import { Structure } from "@/gallery/structure"
import { Wayfinding } from "@/gallery/wayfinding"

const CHAPTERS = [
  { path: "/actions", title: "Actions", count: 8, icon: MousePointerClick, page: Actions, intro: "What people press, and how the page answers." },
  { path: "/fields", title: "Fields", count: 10, icon: FormInput, page: Fields, intro: "What people fill in, with labels, help and errors." },
  { path: "/choices", title: "Choices", count: 6, icon: ListChecks, page: Choices, intro: "One of several, several of many, or a value on a scale." },
  { path: "/overlays", title: "Overlays", count: 9, icon: Layers, page: Overlays, intro: "What comes up over the page, and goes away again." },
  { path: "/wayfinding", title: "Wayfinding", count: 7, icon: Navigation, page: Wayfinding, intro: "Where people are, and where they can go from there." },
  { path: "/data", title: "Data", count: 7, icon: BarChart3, page: Data, intro: "Figures, lists and pictures." },
  { path: "/structure", title: "Structure", count: 7, icon: LayoutPanelLeft, page: Structure, intro: "What holds the rest together." },
]

export default function App() {
  return (
    <ThemeProvider>
      <BrowserRouter>
        <SidebarProvider>
          <Contents />
          <SidebarInset>
            <Bar />
            <Routes>
              {CHAPTERS.map(({ path, title, intro, page: Page }) => (
                <Route
                  key={path}
                  path={path}
                  element={
                    <Chapter title={title} intro={intro}>
                      <Page />
                    </Chapter>
                  }
                />
              ))}
              <Route path="*" element={<Navigate to={HOME} replace />} />
            </Routes>
          </SidebarInset>
          <Sonner position="bottom-right" />
          <Toaster />
        </SidebarProvider>
      </BrowserRouter>
    </ThemeProvider>
  )
}

function Contents() {
  const { pathname } = useLocation()
  const { setOpenMobile } = useSidebar()
  return (
    <Sidebar>
      <SidebarHeader className="px-4 pt-5 pb-2">
        <p className="text-base font-semibold">Halyard</p>
        <p className="text-sm text-muted-foreground">Components of a boat club</p>
      </SidebarHeader>
      <SidebarContent>
        <SidebarGroup>
          <SidebarGroupLabel>Chapters</SidebarGroupLabel>
          <SidebarGroupContent>
            <SidebarMenu>
              {CHAPTERS.map(({ path, title, count, icon: Icon }) => (
                <SidebarMenuItem key={path}>
                  <SidebarMenuButton asChild isActive={pathname === path}>
                    <Link to={path} onClick={() => setOpenMobile(false)}>
                      <Icon aria-hidden />
                      <span>{title}</span>
                    </Link>
                  </SidebarMenuButton>
                  <SidebarMenuBadge aria-hidden>{count}</SidebarMenuBadge>
                </SidebarMenuItem>
              ))}
            </SidebarMenu>
          </SidebarGroupContent>
        </SidebarGroup>
      </SidebarContent>
      <SidebarFooter className="px-4 pb-5 text-sm leading-relaxed text-muted-foreground">
        Light and dark, by keyboard and by touch, from 375 pixels on.
      </SidebarFooter>
    </Sidebar>
  )
}

function Bar() {
  const { pathname } = useLocation()
  const { resolvedTheme, setTheme } = useTheme()
  const other = resolvedTheme === "dark" ? "light" : "dark"
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b bg-background px-4 md:px-8">
      <SidebarTrigger className="-ml-1.5" />
      <Separator orientation="vertical" className="h-5!" />
      <p className="text-sm font-medium">{CHAPTERS.find(({ path }) => path === pathname)?.title}</p>
      <Button variant="outline" size="sm" className="ml-auto" onClick={() => setTheme(other)}>
        {other === "dark" ? <Moon aria-hidden /> : <Sun aria-hidden />}
        {other === "dark" ? "Dark" : "Light"}
      </Button>
    </header>
  )
}

function Chapter({ title, intro, children }: { title: string; intro: string; children: React.ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-8 md:px-8 md:py-10">
      <h1 className="text-3xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 text-lg text-muted-foreground">{intro}</p>
      <div className="mt-8 grid gap-6 lg:grid-cols-2">{children}</div>
    </div>
  )
}
