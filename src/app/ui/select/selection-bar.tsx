import { type ReactNode, useRef, useState } from 'react';
import { reload } from '../../api/client.ts';
import { each, type LostKeys, type Outcome } from '../../api/each.ts';
import { isUnreachable } from '../../api/failure.ts';
import { useOwnAction, type WorkOptions } from '../../api/use-action.ts';
import { countText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Actions } from '../actions.tsx';
import { IconButton } from '../button.tsx';
import { Confirm } from '../confirm.tsx';
import type { Action } from '../open-actions.ts';
import { PartlyUndone, showToast, whyOf } from '../toasts.tsx';
import type { Selection } from './selection.ts';
import { selectTexts } from './texts.ts';

type Undo = () => Promise<unknown>;

/** What can be done with each of several rows. */
type GroupAction<R> = Pick<Action, 'icon' | 'look' | 'isDangerous'> & {
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

type Props<R> = {
  selection: Selection<R>;
  actions: readonly GroupAction<R>[];
  /** Says why the main action leaves out some of the selected rows. */
  note?: ReactNode;
};

type Step<R> = { action: GroupAction<R>; rows: readonly R[] };

/** The number of selected rows and what can be done with them. It lies over the page, so that no row moves. */
export function SelectionBar<R extends { id: string }>({ selection, actions, note }: Props<R>) {
  const t = useTexts(selectTexts);
  const count = useCountText();
  const { rows, clear } = selection;
  const [asked, ask] = useState<Step<R> | null>(null);
  const { run, busy, step } = useStep(selection);
  const offered = actions.flatMap((action): Action[] => {
    const taken = rows.filter(action.takes);
    if (taken.length === 0) return [];
    const { verb, icon, look, isDangerous = false, asks } = action;
    const isAll = taken.length === rows.length;
    return [
      {
        label: isAll ? verb : t.of(verb, count(taken.length), count(rows.length)),
        icon,
        look,
        isDangerous,
        isBusy: busy === verb,
        isDisabled: busy !== null && busy !== verb,
        run: () => (asks ? ask({ action, rows: taken }) : run({ action, rows: taken })),
      },
    ];
  });
  return (
    <>
      <div className="pointer-events-none absolute inset-x-0 top-0 -bottom-36 z-10 flex flex-col items-center before:h-[calc(100%-8.25rem)] before:shrink-0">
        <section
          aria-label={t.bar}
          className="rise pointer-events-auto sticky bottom-4 flex max-w-full flex-wrap items-center justify-end gap-2 rounded-xl bg-card py-2 pr-2 pl-4 shadow-lg max-sm:w-full"
          data-selection-bar
        >
          <p className="mr-2 text-sm tabular-nums max-sm:mr-0 max-sm:basis-[calc(100%-2.75rem)]">
            <span className="font-medium">{t.selected(count(rows.length))}</span>
            {note ? <span className="text-soft"> · {note}</span> : null}
          </p>
          <span className="flex sm:order-last">
            <IconButton icon="close" label={t.clear} onClick={clear} />
          </span>
          <Actions actions={offered} id={offered.length > 0 ? 'selection' : undefined} />
        </section>
      </div>
      {asked?.action.asks ? (
        <Confirm
          action={step}
          input={asked}
          onClose={() => ask(null)}
          title={asked.action.asks.title(count(asked.rows.length))}
          verb={asked.action.verb}
        >
          <p>{asked.action.asks.more}</p>
        </Confirm>
      ) : null}
    </>
  );
}

function useCountText(): (n: number) => string {
  const language = useLanguage();
  return (n) => countText(n, language);
}

/** Does an action with its rows. Those that fail stay selected, and one message says how many went. */
function useStep<R extends { id: string }>(selection: Selection<R>) {
  const report = useReport<R>();
  const lost = useRef<LostKeys>(new Map());
  const [busy, setBusy] = useState<string | null>(null);
  const step = useOwnAction(async ({ action, rows }: Step<R>) => {
    setBusy(action.verb);
    const { verb, work } = action;
    const outcome = await each(rows, { verb, work, lost: lost.current });
    const done = outcome.done.map(({ row }) => row);
    selection.drop(done);
    action.onDone?.(done);
    await reload();
    setBusy(null);
    report(action, outcome);
  });
  return { step, busy, run: (input: Step<R>) => void step.run(input) };
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
