import { part } from "@/lib/part"
import { fieldBox } from "@/lib/styles"

const Textarea = part("textarea", "textarea", `${fieldBox} flex field-sizing-content min-h-20 w-full px-3 py-2 leading-relaxed`)

export { Textarea }
