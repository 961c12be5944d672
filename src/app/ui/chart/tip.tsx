import { Swatch } from './swatch.tsx';
import type { Tone } from './tones.ts';
import type { Span } from './use-span.ts';

type TipRow = { name: string; value: string; tone: Tone };
/** The texts of a point or of a span. */
export type Tip = { title: string; rows: readonly TipRow[] };

type Props = { tip: Tip; span: Span; count: number };

/** The box with the numbers of a point. It is above the chart, moves with the point, and stays inside the edges. */
export function TipBox({ tip: { title, rows }, span: [first, last], count }: Props) {
  const place = `${(((first + last) / 2 + 0.5) / count) * 100}%`;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute bottom-full z-20 mb-1.5 grid w-max max-w-full gap-1 rounded-lg bg-card px-3 py-2 text-xs shadow-lg"
      data-tip=""
      style={{ left: place, transform: `translateX(-${place})` }}
    >
      <p className="font-medium">{title}</p>
      <ul className="grid gap-0.5">
        {rows.map(({ name, value, tone }) => (
          <li className="flex items-center gap-2" key={name}>
            <span className="grid w-3 place-items-center">
              <Swatch tone={tone} />
            </span>
            <span className="text-soft">{name}</span>
            <span className="tabular ml-auto pl-4 font-medium">{value}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The same texts in one line, for screen readers. */
export function tipText({ title, rows }: Tip): string {
  return `${title}. ${rows.map(({ name, value }) => `${name}: ${value}`).join(', ')}`;
}
