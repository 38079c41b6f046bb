import { useState } from "react"
import { zodResolver } from "@hookform/resolvers/zod"
import { format } from "date-fns"
import { AtSign, CalendarDays, Search, X } from "lucide-react"
import { useForm } from "react-hook-form"
import { z } from "zod"

import { Button } from "@/components/ui/button"
import { Calendar } from "@/components/ui/calendar"
import { Field, FieldDescription, FieldError, FieldGroup, FieldLabel } from "@/components/ui/field"
import { Form, FormControl, FormDescription, FormField, FormItem, FormLabel, FormMessage } from "@/components/ui/form"
import { Input } from "@/components/ui/input"
import { InputGroup, InputGroupAddon, InputGroupButton, InputGroupInput, InputGroupText } from "@/components/ui/input-group"
import { InputOTP, InputOTPGroup, InputOTPSeparator, InputOTPSlot } from "@/components/ui/input-otp"
import { Label } from "@/components/ui/label"
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select"
import { Select, SelectContent, SelectGroup, SelectItem, SelectLabel, SelectTrigger, SelectValue } from "@/components/ui/select"
import { Textarea } from "@/components/ui/textarea"
import { Result, Specimen } from "@/gallery/specimen"

const trip = z.object({
  boat: z.string().min(2, "A boat has a name of two letters or more."),
  email: z.email("Write an address such as noor@halyard.example."),
  berth: z.string().min(1, "Choose a berth."),
})

export function Fields() {
  return (
    <>
      <Booking />
      <Day />
      <Find />
      <Log />
      <Code />
      <Unit />
    </>
  )
}

function Booking() {
  const [booked, setBooked] = useState("")
  const form = useForm<z.infer<typeof trip>>({
    resolver: zodResolver(trip),
    defaultValues: { boat: "", email: "", berth: "" },
  })
  return (
    <Specimen name="Form, Input and Select">
      <Form {...form}>
        <form
          noValidate
          className="grid w-full gap-5"
          onSubmit={form.handleSubmit(({ boat, berth }) => setBooked(`${boat} has berth ${berth}.`))}
        >
          <FormField
            control={form.control}
            name="boat"
            render={({ field }) => (
              <FormItem>
                <FormLabel>Boat</FormLabel>
                <FormControl>
                  <Input placeholder="Kittiwake" {...field} />
                </FormControl>
                <FormMessage />
              </FormItem>
            )}
          />
          <FormField
            control={form.control}
            name="email"
            render={({ field }) => (
              <FormItem>
                <FormLabel>Email</FormLabel>
                <FormControl>
                  <Input type="email" autoComplete="email" placeholder="noor@halyard.example" {...field} />
                </FormControl>
                <FormDescription>The harbour writes when your berth is free.</FormDescription>
                <FormMessage />
              </FormItem>
            )}
          />
          <FormField
            control={form.control}
            name="berth"
            render={({ field }) => (
              <FormItem>
                <FormLabel>Berth</FormLabel>
                <Select value={field.value} onValueChange={field.onChange}>
                  <FormControl>
                    <SelectTrigger className="w-full">
                      <SelectValue placeholder="Choose a berth" />
                    </SelectTrigger>
                  </FormControl>
                  <SelectContent>
                    <SelectGroup>
                      <SelectLabel>North pier</SelectLabel>
                      <SelectItem value="N 4">N 4, up to 8 m</SelectItem>
                      <SelectItem value="N 7">N 7, up to 11 m</SelectItem>
                    </SelectGroup>
                    <SelectGroup>
                      <SelectLabel>South pier</SelectLabel>
                      <SelectItem value="S 2">S 2, up to 6 m</SelectItem>
                    </SelectGroup>
                  </SelectContent>
                </Select>
                <FormMessage />
              </FormItem>
            )}
          />
          <Button type="submit">Ask for the berth</Button>
        </form>
      </Form>
      <Result>{booked || "Nothing is asked for yet."}</Result>
    </Specimen>
  )
}

function Day() {
  const [day, setDay] = useState<Date | undefined>(new Date(2026, 5, 18))
  return (
    <Specimen name="Calendar">
      <Calendar
        mode="single"
        selected={day}
        onSelect={setDay}
        defaultMonth={new Date(2026, 5, 1)}
        className="mx-auto rounded-lg border"
      />
      <Result>
        <CalendarDays aria-hidden className="mr-2 inline size-4 align-[-3px]" />
        {day ? `Away on ${format(day, "EEEE, d MMMM yyyy")}` : "No day is chosen."}
      </Result>
    </Specimen>
  )
}

const BOATS = ["Kittiwake", "Sandpiper", "Petrel", "Guillemot", "Razorbill"]

function Find() {
  const [words, setWords] = useState("")
  const found = BOATS.filter((boat) => boat.toLowerCase().includes(words.trim().toLowerCase()))
  return (
    <Specimen name="Input group">
      <InputGroup>
        <InputGroupAddon>
          <Search aria-hidden />
        </InputGroupAddon>
        <InputGroupInput
          aria-label="Find a boat"
          placeholder="Find a boat"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <InputGroupAddon align="inline-end">
          <InputGroupText>{found.length} of 5</InputGroupText>
          {words && (
            <InputGroupButton size="icon-xs" aria-label="Clear" onClick={() => setWords("")}>
              <X aria-hidden />
            </InputGroupButton>
          )}
        </InputGroupAddon>
      </InputGroup>
      <Result>{found.length ? found.join(", ") : `No boat is called “${words.trim()}”.`}</Result>
    </Specimen>
  )
}

function Log() {
  const [entry, setEntry] = useState("")
  const tooLong = entry.length > 120
  return (
    <Specimen name="Field and Textarea">
      <FieldGroup>
        <Field data-invalid={tooLong}>
          <FieldLabel htmlFor="entry">Log entry</FieldLabel>
          <Textarea
            id="entry"
            placeholder="Wind south-west 4, one reef, all well."
            aria-invalid={tooLong}
            value={entry}
            onChange={(event) => setEntry(event.target.value)}
          />
          {tooLong ? (
            <FieldError>An entry has 120 characters at most.</FieldError>
          ) : (
            <FieldDescription>{120 - entry.length} characters are left.</FieldDescription>
          )}
        </Field>
      </FieldGroup>
    </Specimen>
  )
}

function Code() {
  const [code, setCode] = useState("")
  return (
    <Specimen name="One-time code">
      <Label htmlFor="code">Code of the harbour gate</Label>
      <InputOTP id="code" maxLength={6} value={code} onChange={setCode}>
        <InputOTPGroup>
          {[0, 1, 2].map((index) => (
            <InputOTPSlot key={index} index={index} />
          ))}
        </InputOTPGroup>
        <InputOTPSeparator />
        <InputOTPGroup>
          {[3, 4, 5].map((index) => (
            <InputOTPSlot key={index} index={index} />
          ))}
        </InputOTPGroup>
      </InputOTP>
      <Result>{code.length === 6 ? "The gate is open." : `${6 - code.length} digits to go.`}</Result>
    </Specimen>
  )
}

const KNOTS = { "km/h": 1.852, mph: 1.151, "m/s": 0.514 }

function Unit() {
  const [unit, setUnit] = useState<keyof typeof KNOTS>("km/h")
  return (
    <Specimen name="Native select and Label">
      <div className="grid gap-2">
        <Label htmlFor="unit">Speed in</Label>
        <NativeSelect id="unit" value={unit} onChange={(event) => setUnit(event.target.value as keyof typeof KNOTS)}>
          {Object.keys(KNOTS).map((name) => (
            <NativeSelectOption key={name}>{name}</NativeSelectOption>
          ))}
        </NativeSelect>
      </div>
      <Result>
        <AtSign aria-hidden className="mr-2 inline size-4 align-[-3px]" />8 knots are {(8 * KNOTS[unit]).toFixed(1)} {unit}.
      </Result>
    </Specimen>
  )
}
