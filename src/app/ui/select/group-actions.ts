import { useRef, useState } from 'react';
import { reload } from '../../api/client.ts';
import { each, type LostKeys, type Outcome } from '../../api/each.ts';
import { isUnreachable } from '../../api/failure.ts';
import { useOwnAction, type WorkOptions } from '../../api/use-action.ts';
import { countText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import type { Action } from '../open-actions.ts';
import type { Verb } from '../row-menu.tsx';
import { PartlyUndone, showToast, whyOf } from '../toasts.tsx';
import type { Selection } from './selection.ts';
import { selectTexts } from './texts.ts';

type Undo = () => Promise<unknown>;

/** What can be done with each of several rows. */
export type GroupAction<R> = Pick<Action, 'icon' | 'look' | 'isDangerous'> & {
  verb: string;
  /** Whether the row permits it. */
  takes: (row: R) => boolean;
  /** Gives the change that undoes it. Null if there is none, or if it would lose something. */
  work: (row: R, options: WorkOptions) => Promise<Undo | null>;
  /** What a message says of this many rows. */
  done: (count: string) => string;
  /** The question before it. */
  asks?: { title: (count: string) => string; more: string };
  /** Called before the list reads again. */
  onDone?: (rows: readonly R[]) => unknown;
};

export type Step<R> = { action: GroupAction<R>; rows: readonly R[] };

export function useCountText(): (n: number) => string {
  const language = useLanguage();
  return (n) => countText(n, language);
}

/** Does an action with its rows. Those that fail stay selected, and one message says how many went. */
export function useStep<R extends { id: string }>(selection: Selection<R>) {
  const report = useReport<R>();
  const lost = useRef<LostKeys>(new Map());
  /** The rows of the last action. */
  const handled = useRef<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState<string | null>(null);
  const step = useOwnAction(async ({ action, rows }: Step<R>) => {
    setBusy(action.verb);
    const { verb, work } = action;
    const outcome = await each(rows, { verb, work, lost: lost.current });
    const done = outcome.done.map(({ row }) => row);
    handled.current = new Set(done.map(({ id }) => id));
    selection.drop(done);
    action.onDone?.(done);
    await reload();
    setBusy(null);
    focusList(handled.current);
    report(action, outcome);
  });
  return { step, busy, handled, run: (input: Step<R>) => void step.run(input) };
}

/**
 * The button that had the focus may be gone. Then the next key would begin at the top of the page. The rows that were
 * handled may soon go too.
 */
export function focusList(handled: ReadonlySet<string>): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    const rows = document.querySelectorAll<HTMLElement>('main [data-row]');
    [...rows].find(({ dataset }) => !handled.has(dataset.row ?? ''))?.focus();
  });
}

/** The actions that can be done with a single row at once, at its end. */
export function useRowVerbs<R extends { id: string }>(
  selection: Selection<R>,
  actions: readonly GroupAction<R>[],
): (row: R) => Verb[] {
  const { run, busy } = useStep(selection);
  return (row) =>
    actions.flatMap((action) => {
      const { verb, icon, asks, takes } = action;
      if (!icon || asks || busy !== null || !takes(row)) return [];
      return { label: verb, icon, run: () => run({ action, rows: [row] }) };
    });
}

function useReport<R>() {
  const t = useTexts(selectTexts);
  const count = useCountText();
  return ({ done }: GroupAction<R>, outcome: Outcome<R, Undo | null>) => {
    const [first] = outcome.failed;
    const nothing = first && isUnreachable(first.error) ? t.nothingKnown : t.nothingDone;
    const text = outcome.done.length > 0 ? done(count(outcome.done.length)) : nothing;
    const changes = outcome.done.flatMap(({ answer }) => answer ?? []);
    // An undo of some rows only is not offered: nobody could tell of which.
    const canUndo = changes.length > 0 && changes.length === outcome.done.length;
    showToast(text, {
      ...(first && {
        more: t.failed(count(outcome.failed.length), whyOf(first.error)),
        isBad: true,
      }),
      ...(canUndo && {
        undo: () =>
          undoAll(changes, (undone) => t.undonePartly(count(undone), count(changes.length))),
      }),
    });
  };
}

/** Undoes several changes. `partly` says how many of them, if not all. */
async function undoAll(
  changes: readonly Undo[],
  partly: (undone: number) => string,
): Promise<void> {
  const work = (change: Undo) => change();
  const { done, failed } = await each(changes, { verb: 'undo', work, lost: new Map() });
  const [first] = failed;
  if (!first) return;
  await reload();
  throw done.length > 0 ? new PartlyUndone(partly(done.length), first.error) : first.error;
}
