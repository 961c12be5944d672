import { useState } from 'react';
import { useTexts } from '../../text/language.ts';
import { classes } from '../classes.ts';
import { uiTexts } from '../texts.ts';
import { Swatch } from './swatch.tsx';
import type { Tone } from './tones.ts';

export type Named = { name: string; tone: Tone };

/** The series that a person looks at alone, or none. It lasts as long as the chart is shown. */
export function useAlone() {
  const [alone, setAlone] = useState<string>();
  const toggle = (name: string) => setAlone(name === alone ? undefined : name);
  return { alone, toggle };
}

export type Alone = ReturnType<typeof useAlone>;

/** Whether there is anything of the series in the chart. */
export const hasValues = ({ values }: { values: readonly number[] }): boolean =>
  values.some((value) => value > 0);

/** The series to draw: all of them, or the one that stands alone. A series may be gone by now. */
export function shownOf<S extends Named>(series: readonly S[], { alone }: Alone): readonly S[] {
  const only = series.filter(({ name }) => name === alone);
  return only.length > 0 ? only : series;
}

type Props = { entries: readonly Named[]; alone?: Alone | undefined };

/** What the marks of a chart mean. If the chart can show one series alone, each entry is a switch for that. */
export function Legend({ entries, alone }: Props) {
  const t = useTexts(uiTexts);
  const only = entries.find(({ name }) => name === alone?.alone)?.name;
  return (
    <ul className="-ml-1.5 flex flex-wrap gap-x-1 gap-y-0.5 text-xs text-soft">
      {entries.map(({ name, tone }) => {
        const mark = (
          <>
            <Swatch tone={tone} />
            {name}
          </>
        );
        if (!alone || tone === 'before' || tone === 'gap') {
          return (
            <li className="flex h-6 items-center gap-1.5 px-1.5" key={name}>
              {mark}
            </li>
          );
        }
        const isAlone = only === name;
        return (
          <li key={name}>
            <button
              aria-pressed={isAlone}
              className={classes(
                'flex h-6 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover hover:text-ink',
                isAlone && 'bg-hover font-medium text-ink',
                only !== undefined && !isAlone && 'line-through',
              )}
              onClick={() => alone.toggle(name)}
              title={isAlone ? t.showAllSeries : t.showAlone(name)}
              type="button"
            >
              {mark}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
