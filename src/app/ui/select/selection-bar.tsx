import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../text/language.ts';
import { Actions } from '../actions.tsx';
import { IconButton } from '../button.tsx';
import { Confirm } from '../confirm.tsx';
import type { Action } from '../open-actions.ts';
import { focusList, type GroupAction, type Step, useCountText, useStep } from './group-actions.ts';
import type { Selection } from './selection.ts';
import { selectTexts } from './texts.ts';

type Props<R> = {
  selection: Selection<R>;
  actions: readonly GroupAction<R>[];
  /** Says why the main action leaves out some of the selected rows. */
  note?: ReactNode;
};

/** The number of selected rows and what can be done with them. It lies over the page, so that no row moves. */
export function SelectionBar<R extends { id: string }>({ selection, actions, note }: Props<R>) {
  const t = useTexts(selectTexts);
  const count = useCountText();
  const { rows, clear } = selection;
  const [asked, ask] = useState<Step<R> | null>(null);
  const { run, busy, step, handled } = useStep(selection);
  // The buttons go with the bar.
  useEffect(() => () => focusList(handled.current), [handled]);
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
