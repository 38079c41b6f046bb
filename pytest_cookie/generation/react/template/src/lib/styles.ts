/** What several components share: classes by what they are for. */

export const focusRing =
  "focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-ring"

export const disabledLook = "disabled:pointer-events-none disabled:opacity-50"

/** The box of everything that is filled in. */
export const fieldBox =
  "rounded-md border border-input bg-background text-base text-foreground shadow-xs transition-[border-color,box-shadow] " +
  "placeholder:text-muted-foreground hover:border-foreground/60 focus-visible:outline-2 focus-visible:-outline-offset-1 " +
  "focus-visible:outline-ring disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-destructive " +
  "aria-invalid:outline-destructive md:text-sm dark:bg-input/15"

/** What comes up over the page and belongs to something on it. */
export const popup = "z-50 rounded-md border bg-popover text-popover-foreground shadow-lg"

export const popupMotion =
  "data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-95 " +
  "data-[state=closed]:animate-out data-[state=closed]:fade-out-0 data-[state=closed]:zoom-out-95 " +
  "data-[side=bottom]:slide-in-from-top-1 data-[side=left]:slide-in-from-right-1 " +
  "data-[side=right]:slide-in-from-left-1 data-[side=top]:slide-in-from-bottom-1"

/** What lies over the page while a dialog is open. */
export const scrim =
  "fixed inset-0 z-50 bg-black/45 data-[state=open]:animate-in data-[state=open]:fade-in-0 " +
  "data-[state=closed]:animate-out data-[state=closed]:fade-out-0"

/** The corner button that closes a dialog or a sheet. */
export const closeCorner =
  "absolute top-4 right-4 inline-flex size-7 items-center justify-center rounded-sm text-muted-foreground transition-colors " +
  "hover:bg-accent hover:text-accent-foreground focus-visible:outline-2 focus-visible:outline-ring [&_svg]:size-4"

export const menuPanel = "min-w-40 overflow-x-hidden overflow-y-auto p-1"

export const menuItem =
  "relative flex cursor-default items-center gap-2 rounded-sm px-2 py-1.5 text-sm outline-hidden select-none " +
  "focus:bg-accent focus:text-accent-foreground data-[disabled]:pointer-events-none data-[disabled]:opacity-50 " +
  "data-[inset]:pl-8 data-[variant=destructive]:text-destructive data-[variant=destructive]:focus:bg-destructive/10 " +
  "data-[variant=destructive]:focus:text-destructive [&_svg]:pointer-events-none [&_svg]:shrink-0 " +
  "[&_svg:not([class*='size-'])]:size-4"

/** An item with room on the left for its tick or dot. */
export const menuChoice = "pl-8"

export const menuMark = "pointer-events-none absolute left-2 flex size-4 items-center justify-center"

export const menuLabel = "px-2 py-1.5 text-sm font-medium data-[inset]:pl-8"

export const menuSeparator = "-mx-1 my-1 h-px bg-border"

export const menuShortcut = "ml-auto pl-4 text-xs tracking-wider text-muted-foreground"

export const dialogPanel =
  "fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100svh-2rem)] w-full max-w-[calc(100%-2rem)] -translate-x-1/2 " +
  "-translate-y-1/2 gap-5 overflow-y-auto rounded-xl border bg-background p-6 text-foreground shadow-xl outline-hidden"

export const dialogFooter = "flex flex-col-reverse gap-2 sm:flex-row sm:justify-end"

export const dialogTitle = "text-lg leading-snug font-semibold text-foreground"

export const dialogWords = "text-sm leading-relaxed text-muted-foreground"
