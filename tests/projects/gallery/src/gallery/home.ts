/** Which chapter "/" leads to. */
export const HOME = "/fields"
