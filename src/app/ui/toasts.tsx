import type { RefObject } from 'react';
import { reload } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { lossOf } from '../api/lost-answer.ts';
import { createStore } from '../api/store.ts';
import { screenTexts } from '../screens/texts.ts';
import { currentLanguage, useTexts } from '../text/language.ts';
import { Button, IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { uiTexts } from './texts.ts';
import { useTopDialog } from './top-dialog.ts';

type Undo = () => Promise<unknown>;
type Toast = { id: number; text: string; isBad: boolean } & Omit<Options, 'isBad'>;
type Options = {
  more?: string | undefined;
  isBad?: boolean;
  /** The change that undoes this one. The server may refuse it. */
  undo?: Undo;
  /** Something else that the person may do. The message stays until the person closes it. */
  act?: { verb: string; run: () => void };
};

/** How long a success stays. An error stays until the person closes it. */
const SHOWN_MS = 4_000;
/** A toast that offers to undo stays longer, because the person has to decide. */
const UNDO_MS = 10_000;
const shown = createStore<readonly Toast[]>([]);
let lastId = 0;

export function showToast(text: string, { isBad = false, ...more }: Options = {}): void {
  lastId += 1;
  const id = lastId;
  // After another change, the offer to undo the one before is gone.
  const others = shown.get().filter(({ undo }) => !(more.undo && undo));
  shown.set([...others.slice(-2), { id, text, isBad, ...more }]);
  if (!isBad && !more.act) setTimeout(() => closeToast(id), more.undo ? UNDO_MS : SHOWN_MS);
}

function closeToast(id: number): void {
  shown.set(shown.get().filter((toast) => toast.id !== id));
}

type Props = {
  within?: RefObject<HTMLDialogElement | null>;
  /** The toasts are above the footer of the dialog, not at the edge of the window. */
  isAbove?: boolean;
};

/**
 * Short messages at the edge of the window. Only failures have a colour. Each dialog has a place for toasts too, because
 * nobody sees or hears what is behind a dialog.
 */
export function Toasts({ within, isAbove = false }: Props) {
  const all = shown.useValue();
  const top = useTopDialog();
  const isHere = within ? top !== null && top === within.current : top === null;
  const toasts = isHere ? all : [];
  return (
    <div
      aria-live="polite"
      className={classes(
        'pointer-events-none inset-x-0 z-50 grid justify-items-center gap-2 p-4 sm:justify-items-end',
        // The bar of selected rows stays free.
        isAbove
          ? 'absolute bottom-full'
          : 'fixed bottom-0 in-[:root:has([data-selection-bar])]:bottom-24 sm:in-[:root:has([data-selection-bar])]:bottom-14',
      )}
      role="status"
    >
      {toasts.map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ShownToast({ toast: { id, text, more, isBad, undo, act } }: { toast: Toast }) {
  const t = useTexts(uiTexts);
  const takeBack = useUndo();
  return (
    <div className="rise pointer-events-auto flex max-w-sm items-center gap-2 rounded-lg bg-card py-1.5 pr-1.5 pl-3 text-sm shadow-lg">
      <Icon
        className={classes('shrink-0', isBad ? 'text-bad' : 'text-soft')}
        name={isBad ? 'alert' : 'check'}
      />
      <span className="grid min-w-0">
        <span>{text}</span>
        {more ? <span className="text-pretty text-soft">{more}</span> : null}
      </span>
      {undo || act ? (
        <Button
          look="quiet"
          onClick={() => {
            closeToast(id);
            act?.run();
            if (undo) void takeBack(undo);
          }}
          size="sm"
        >
          {act?.verb ?? t.undo}
        </Button>
      ) : null}
      <IconButton icon="close" label={t.close} onClick={() => closeToast(id)} />
    </div>
  );
}

/** Some of several changes could not be undone. The message says how many were. */
export class PartlyUndone extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}

/** Undoes a change and says so. If the server refuses, says why. */
function useUndo(): (undo: Undo) => Promise<void> {
  const t = useTexts(uiTexts);
  return async (undo) => {
    try {
      await undo();
      await reload();
      showToast(t.undone);
    } catch (error) {
      const isPart = error instanceof PartlyUndone;
      const more = whyOf(isPart ? error.cause : error);
      showToast(isPart ? error.message : t.notUndone, { more, isBad: true });
    }
  };
}

/** Why a call has failed, in a few words for a toast. */
export function whyOf(error: unknown): string {
  const { losses } = screenTexts[currentLanguage()];
  const failure = failureOf(error);
  return failure?.explanation ?? failure?.title ?? losses[lossOf(error) ?? 'offline'].title;
}
