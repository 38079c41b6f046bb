import { clsx, type ClassValue } from "clsx"
import { twMerge } from "tailwind-merge"

/** Join class names; of Tailwind classes that contradict each other the last one counts. */
export function cn(...inputs: ClassValue[]) {
  return twMerge(clsx(inputs))
}
