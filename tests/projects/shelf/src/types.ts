export type Book = { id: number; title: string; author: string; pages: number; read: boolean }
export type Filter = "all" | "read" | "unread"
