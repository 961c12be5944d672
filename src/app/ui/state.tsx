import type { ReactNode } from 'react';
import {
  type StateNoun,
  type StateOf,
  type StateTone,
  statesOf,
  stateWord,
  toneOf,
} from '../../shared/web/states.ts';
import { useLanguage } from '../text/language.ts';
import { classes } from './classes.ts';

type Props<N extends StateNoun> = { noun: N; is: StateOf<N> };

/** A state: a mark and a word. The table of all states says which. */
export function State<N extends StateNoun>({ noun, is }: Props<N>) {
  return <StateText tone={toneOf(noun, is)}>{stateWord(noun, is, useLanguage())}</StateText>;
}

/** A word with the mark of its tone. In the row of a table, it breaks (style.css). */
export function StateText({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return (
    <span className="inline-flex min-h-5 max-w-full items-center gap-1.5 align-bottom text-sm whitespace-nowrap">
      <StateMark tone={tone} />
      <span className={classes('truncate', tone === 'ended' && 'text-soft')}>{children}</span>
    </span>
  );
}

/** The states of a noun, as the options of a filter. The word is the one of the badge. */
export function useStateOptions<N extends StateNoun, S extends StateOf<N>>(
  noun: N,
  offered: readonly S[] = statesOf(noun) as S[],
): (readonly [S, string])[] {
  const language = useLanguage();
  return offered.map((state) => [state, stateWord(noun, state, language)] as const);
}

const colours: Record<StateTone, string> = {
  works: 'fill-works stroke-none',
  runs: 'fill-none stroke-runs',
  needs: 'fill-needs stroke-needs',
  failed: 'fill-failed stroke-none',
  ended: 'fill-none stroke-ended',
};

/** Each tone has a shape of its own, for people who do not tell the colours apart. */
export function StateMark({ tone }: { tone: StateTone }) {
  return (
    <svg
      aria-hidden="true"
      className={classes('size-2.5 shrink-0', colours[tone])}
      data-tone={tone}
      strokeLinejoin="round"
      strokeWidth="1.5"
      viewBox="0 0 10 10"
    >
      {shapes[tone]}
    </svg>
  );
}

const shapes: Record<StateTone, ReactNode> = {
  works: <circle cx="5" cy="5" r="4" />,
  runs: (
    <>
      <circle cx="5" cy="5" r="3.75" />
      <path className="fill-runs stroke-none" d="M5 1.25 A3.75 3.75 0 0 1 5 8.75 Z" />
    </>
  ),
  needs: <path d="M5 1.5 L9 8.5 H1 Z" />,
  failed: <path d="M5 0.25 L9.75 5 L5 9.75 L0.25 5 Z" />,
  ended: <circle cx="5" cy="5" r="3.25" />,
};
