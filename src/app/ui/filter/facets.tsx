import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type StateNoun, type StateOf, statesOf, toneOf } from '../../../shared/web/states.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { classes } from '../classes.ts';
import { showIn } from '../show-in.ts';
import { Skeleton } from '../skeleton.tsx';
import { StateMark, useStateOptions } from '../state.tsx';
import { filterTexts } from './texts.ts';

/**
 * How many entries each state has, and all together. Null: nobody knows, because there are too many. Undefined: not yet
 * counted.
 */
export type StateCounts = ({ all: number } & Partial<Record<string, number>>) | null | undefined;

type Props<N extends StateNoun> = {
  noun: N;
  counts: StateCounts;
  chosen: StateOf<N> | undefined;
  /** Missing: without a chosen state, the list shows all. */
  isAll?: boolean;
  onChoose: (state: StateOf<N> | '') => void;
  /** The mark that a chart of these states has. Missing: the mark of a badge. */
  markOf?: (state: StateOf<N>) => ReactNode;
};

/**
 * The states of a list, side by side below its filters, with their counts: the filter by state, always in sight. Each has
 * room for any count, so that nothing moves when the counts come or change.
 */
export function Facets<N extends StateNoun>({
  noun,
  chosen,
  onChoose,
  isAll = !chosen,
  markOf = (state) => <StateMark tone={toneOf(noun, state)} />,
  ...props
}: Props<N>) {
  const t = useTexts(filterTexts);
  const counts = useLast(props.counts);
  const options = useStateOptions(noun, statesOf(noun));
  const row = useRef<HTMLFieldSetElement>(null);
  // The address may choose a state that is out of sight on a narrow screen, or beside an open row.
  useEffect(() => {
    const all = row.current;
    if (!all) return undefined;
    const observer = new ResizeObserver(() =>
      showIn(all, all.querySelector(`[value="${chosen ?? ''}"]`)),
    );
    observer.observe(all);
    return () => observer.disconnect();
  }, [chosen]);
  return (
    // A row without enough room fades at both ends, so that people see that it goes on.
    <fieldset
      className="order-last -mx-4 -my-1 flex w-0 min-w-[calc(100%+2rem)] gap-1 overflow-x-auto px-4 py-1 [scrollbar-width:none] [mask-image:linear-gradient(to_right,transparent,black_1rem,black_calc(100%-var(--end)),transparent)] [--end:1rem] max-sm:scroll-pr-8 max-sm:pr-8 max-sm:[--end:2rem]"
      ref={row}
    >
      <legend className="hidden-text">{t.states}</legend>
      <Facet
        count={counts === null ? null : counts?.all}
        isChosen={isAll}
        label={t.all}
        onClick={() => onChoose('')}
        value=""
      />
      {options.map(([state, word]) => (
        <Facet
          count={counts && (counts[state] ?? 0)}
          isChosen={state === chosen}
          key={state}
          label={word}
          onClick={() => onChoose(state === chosen ? '' : state)}
          mark={markOf(state)}
          value={state}
        />
      ))}
    </fieldset>
  );
}

/** The last known counts. Without them, each choice would empty all numbers until the list has come. */
function useLast(counts: StateCounts): StateCounts {
  const [last, setLast] = useState(counts);
  if (counts !== undefined && counts !== last) setLast(counts);
  return counts === undefined ? last : counts;
}

type FacetProps = {
  value: string;
  label: string;
  mark?: ReactNode;
  count: number | null | undefined;
  isChosen: boolean;
  onClick: () => void;
};

function Facet({ value, label, mark, count, isChosen, onClick }: FacetProps) {
  const language = useLanguage();
  const isNone = count === 0 && !isChosen;
  return (
    <button
      aria-pressed={isChosen}
      className={classes(
        'flex h-7 flex-1 items-center gap-1 rounded-md border px-1.5 text-sm whitespace-nowrap transition-colors duration-100',
        isChosen
          ? 'border-accent bg-accent-wash text-accent-text'
          : 'border-line bg-card hover:bg-hover',
        isNone && 'text-faint',
      )}
      onClick={onClick}
      type="button"
      value={value}
    >
      {mark ? <span className={classes('flex', isNone && 'opacity-50')}>{mark}</span> : null}
      {label}{' '}
      <span
        className={classes(
          'ml-auto min-w-10 text-right text-xs tabular-nums',
          !isNone && !isChosen && 'text-soft',
        )}
      >
        {count === undefined ? <Skeleton className="ml-auto h-3 w-5" /> : null}
        {typeof count === 'number' ? numberText(count, language) : null}
      </span>
    </button>
  );
}
