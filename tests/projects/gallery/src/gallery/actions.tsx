import { useState } from "react"
import { Anchor, Bold, ChevronDown, Italic, LoaderCircle, Minus, Plus, Trash2, Underline } from "lucide-react"
import { toast } from "sonner"

import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { ButtonGroup, ButtonGroupSeparator, ButtonGroupText } from "@/components/ui/button-group"
import { Kbd, KbdGroup } from "@/components/ui/kbd"
import { Spinner } from "@/components/ui/spinner"
import { ToastAction } from "@/components/ui/toast"
import { Toggle } from "@/components/ui/toggle"
import { useToast } from "@/hooks/use-toast"
import { Result, Specimen } from "@/gallery/specimen"

const VARIANTS = ["default", "secondary", "outline", "ghost", "destructive", "link"] as const

export function Actions() {
  const [pressed, setPressed] = useState("nothing yet")
  const [crew, setCrew] = useState(2)
  const [bold, setBold] = useState(false)
  const [saving, setSaving] = useState(false)
  const [marks, setMarks] = useState(["Tide table", "Dry dock"])
  const { toast: show } = useToast()
  return (
    <>
      <Specimen name="Button" wide>
        <div className="flex flex-wrap items-center gap-3">
          {VARIANTS.map((variant) => (
            <Button key={variant} variant={variant} className="capitalize" onClick={() => setPressed(variant)}>
              {variant}
            </Button>
          ))}
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" onClick={() => setPressed("small")}>
            Small
          </Button>
          <Button size="lg" onClick={() => setPressed("large")}>
            <Anchor aria-hidden />
            Large
          </Button>
          <Button size="icon" variant="outline" aria-label="Remove the boat" onClick={() => setPressed("an icon")}>
            <Trash2 aria-hidden />
          </Button>
          <Button disabled>
            <LoaderCircle aria-hidden className="animate-spin" />
            Not now
          </Button>
        </div>
        <Result>Pressed: {pressed}</Result>
      </Specimen>
      <Specimen name="Button group">
        <ButtonGroup aria-label="Crew">
          <Button variant="outline" size="icon" aria-label="One less" disabled={crew < 2} onClick={() => setCrew(crew - 1)}>
            <Minus aria-hidden />
          </Button>
          <ButtonGroupText className="min-w-24 justify-center tabular-nums">{crew} aboard</ButtonGroupText>
          <Button variant="outline" size="icon" aria-label="One more" disabled={crew > 7} onClick={() => setCrew(crew + 1)}>
            <Plus aria-hidden />
          </Button>
        </ButtonGroup>
        <ButtonGroup aria-label="Departure">
          <Button variant="secondary" onClick={() => setCrew(4)}>
            Crew of four
          </Button>
          <ButtonGroupSeparator />
          <Button variant="secondary" size="icon" aria-label="Crew of six" onClick={() => setCrew(6)}>
            <ChevronDown aria-hidden />
          </Button>
        </ButtonGroup>
      </Specimen>
      <Specimen name="Toggle">
        <div className="flex flex-wrap gap-2">
          <Toggle variant="outline" pressed={bold} onPressedChange={setBold} aria-label="Bold">
            <Bold aria-hidden />
            Bold
          </Toggle>
          <Toggle aria-label="Italic">
            <Italic aria-hidden />
          </Toggle>
          <Toggle aria-label="Underline" disabled>
            <Underline aria-hidden />
          </Toggle>
        </div>
        <p className={bold ? "font-bold" : ""}>Fair winds and following seas.</p>
      </Specimen>
      <Specimen name="Badge">
        <div className="flex flex-wrap gap-2">
          <Badge>Afloat</Badge>
          <Badge variant="secondary">Moored</Badge>
          <Badge variant="outline">On land</Badge>
          <Badge variant="destructive">Leaking</Badge>
        </div>
        <div className="flex flex-wrap gap-2">
          {marks.map((mark) => (
            <Button key={mark} variant="outline" size="sm" onClick={() => setMarks(marks.filter((one) => one !== mark))}>
              {mark}
              <span className="sr-only">, remove</span>
              <Minus aria-hidden />
            </Button>
          ))}
          <Button variant="ghost" size="sm" onClick={() => setMarks([...marks, `Note ${marks.length + 1}`])}>
            <Plus aria-hidden />
            Add a mark
          </Button>
        </div>
      </Specimen>
      <Specimen name="Spinner and keys">
        <Button
          variant="outline"
          disabled={saving}
          onClick={() => {
            setSaving(true)
            setTimeout(() => setSaving(false), 900)
          }}
        >
          {saving && <Spinner />}
          {saving ? "Saving the log" : "Save the log"}
        </Button>
        <p className="text-sm text-muted-foreground">
          <KbdGroup>
            <Kbd>Ctrl</Kbd>
            <Kbd>B</Kbd>
          </KbdGroup>{" "}
          hides the chapters and shows them again.
        </p>
      </Specimen>
      <Specimen name="Toast and Sonner" wide>
        <div className="flex flex-wrap gap-3">
          <Button
            variant="outline"
            onClick={() => toast.success("The log is saved", { description: "Kittiwake, 14 nautical miles." })}
          >
            Tell with Sonner
          </Button>
          <Button
            variant="outline"
            onClick={() =>
              show({
                title: "Kittiwake is moored",
                description: "Berth 12, lines doubled.",
                action: <ToastAction altText="Cast off again" onClick={() => toast("Cast off again")}>Cast off</ToastAction>,
              })
            }
          >
            Tell with a toast
          </Button>
          <Button
            variant="outline"
            onClick={() => show({ variant: "destructive", title: "The radio is silent", description: "Check channel 16." })}
          >
            Tell what went wrong
          </Button>
        </div>
      </Specimen>
    </>
  )
}
