import { useState } from "react"
import { Columns2, LayoutGrid, List, Volume2 } from "lucide-react"

import { Checkbox } from "@/components/ui/checkbox"
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList, CommandSeparator, CommandShortcut } from "@/components/ui/command"
import { Label } from "@/components/ui/label"
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group"
import { Slider } from "@/components/ui/slider"
import { Switch } from "@/components/ui/switch"
import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group"
import { Result, Specimen } from "@/gallery/specimen"

const GEAR = ["Life jackets", "Flares", "Anchor light", "Bailer"]

export function Choices() {
  const [packed, setPacked] = useState<string[]>(["Life jackets"])
  const [rig, setRig] = useState("sloop")
  const [lights, setLights] = useState(true)
  const [horn, setHorn] = useState([40])
  const [depth, setDepth] = useState([4, 12])
  const [view, setView] = useState("list")
  const [ran, setRan] = useState("nothing yet")
  const all = packed.length === GEAR.length ? true : packed.length ? "indeterminate" : false
  return (
    <>
      <Specimen name="Command">
        <Command className="h-auto rounded-lg border" label="Commands">
          <CommandInput placeholder="What is to be done?" />
          <CommandList>
            <CommandEmpty>No order of that name.</CommandEmpty>
            <CommandGroup heading="Sails">
              {["Hoist the main", "Reef", "Gybe"].map((order) => (
                <CommandItem key={order} onSelect={setRan}>
                  {order}
                  <CommandShortcut>{order[0]}</CommandShortcut>
                </CommandItem>
              ))}
            </CommandGroup>
            <CommandSeparator />
            <CommandGroup heading="Ground">
              <CommandItem onSelect={setRan}>Drop the anchor</CommandItem>
            </CommandGroup>
          </CommandList>
        </Command>
        <Result>Ordered: {ran}</Result>
      </Specimen>
      <Specimen name="Slider" className="items-stretch">
        <Label id="horn">
          <Volume2 aria-hidden className="size-4" />
          Horn
        </Label>
        <Slider value={horn} onValueChange={setHorn} aria-labelledby="horn" />
        <Label id="depth">Depth</Label>
        <Slider value={depth} onValueChange={setDepth} max={20} aria-label="Depth" />
        <Result>
          Horn at {horn[0]} %, anchor between {depth[0]} and {depth[1]} m.
        </Result>
      </Specimen>
      <Specimen name="Checkbox">
        <div className="grid gap-3">
          <Label className="py-0.5">
            <Checkbox checked={all} onCheckedChange={(on) => setPacked(on === true ? GEAR : [])} />
            Everything
          </Label>
          {GEAR.map((thing) => (
            <Label key={thing} className="py-0.5 pl-7 font-normal">
              <Checkbox
                checked={packed.includes(thing)}
                onCheckedChange={(on) => setPacked(on ? [...packed, thing] : packed.filter((one) => one !== thing))}
              />
              {thing}
            </Label>
          ))}
        </div>
        <Result>
          {packed.length} of {GEAR.length} things are packed.
        </Result>
      </Specimen>
      <Specimen name="Radio group">
        <RadioGroup value={rig} onValueChange={setRig} aria-label="Rig">
          {["sloop", "ketch", "catboat", "gaff cutter"].map((name) => (
            <Label key={name} className="py-0.5 font-normal capitalize">
              <RadioGroupItem value={name} />
              {name}
            </Label>
          ))}
        </RadioGroup>
        <Result>
          The rig is a {rig}, with {rig === "ketch" ? "two masts" : "one mast"}.
        </Result>
      </Specimen>
      <Specimen name="Switch">
        <Label>
          <Switch checked={lights} onCheckedChange={setLights} />
          Navigation lights
        </Label>
        <Label className="font-normal">
          <Switch disabled />
          Autopilot, not fitted
        </Label>
        <Result>The lights are {lights ? "on" : "off"}.</Result>
      </Specimen>
      <Specimen name="Toggle group">
        <ToggleGroup type="single" variant="outline" value={view} onValueChange={(next) => next && setView(next)} aria-label="View">
          <ToggleGroupItem value="list">
            <List aria-hidden />
            List
          </ToggleGroupItem>
          <ToggleGroupItem value="grid">
            <LayoutGrid aria-hidden />
            Grid
          </ToggleGroupItem>
          <ToggleGroupItem value="columns">
            <Columns2 aria-hidden />
            Columns
          </ToggleGroupItem>
        </ToggleGroup>
        <Result>Boats are shown as a {view}.</Result>
      </Specimen>
    </>
  )
}
