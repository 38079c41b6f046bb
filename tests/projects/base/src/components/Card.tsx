import type { ReactNode } from 'react'

export type CardProps = { title: string; children: ReactNode }

export function Card({ title, children }: CardProps) {
  return (
    <section className="rounded-xl border border-stone-300 bg-white p-6">
      <h2 className="text-xl font-semibold">{title}</h2>
      {children}
    </section>
  )
}
