import { type RefObject, useSyncExternalStore } from 'react';
import { useTexts } from '../text/language.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { Icon } from './icon.tsx';
import { uiTexts } from './texts.ts';
import { useTopDialog } from './top-dialog.ts';

type Toast = { id: number; text: string; isBad: boolean };

/** A message of success goes away after this time. An error stays until the person closes it. */
const SHOWN_MS = 4_000;
let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

export function showToast(text: string, { isBad = false } = {}): void {
  lastId += 1;
  const toast = { id: lastId, text, isBad };
  change([...shown.slice(-2), toast]);
  if (!isBad) setTimeout(() => closeToast(toast.id), SHOWN_MS);
}

function closeToast(id: number): void {
  change(shown.filter((toast) => toast.id !== id));
}

function change(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Props = {
  within?: RefObject<HTMLDialogElement | null>;
  /** The toasts lie above the dialog, instead of at the edge of the window. */
  isAbove?: boolean;
};

/**
 * Short messages at the edge, without a colour unless something went wrong. Each dialog has a place
 * for them too, because nobody sees or hears what is behind a dialog.
 */
export function Toasts({ within, isAbove = false }: Props) {
  const t = useTexts(uiTexts);
  const all = useSyncExternalStore(subscribe, () => shown);
  const top = useTopDialog();
  const isHere = within ? top !== null && top === within.current : top === null;
  const toasts = isHere ? all : [];
  return (
    <div
      aria-live="polite"
      className={classes(
        'pointer-events-none inset-x-0 z-50 grid justify-items-center gap-2 p-4 sm:justify-items-end',
        isAbove ? 'absolute bottom-full' : 'fixed bottom-0',
      )}
      role="status"
    >
      {toasts.map(({ id, text, isBad }) => (
        <div
          className="rise pointer-events-auto flex max-w-sm items-center gap-2 rounded-lg bg-card py-1.5 pr-1.5 pl-3 text-sm shadow-lg"
          key={id}
        >
          <Icon className={isBad ? 'text-bad' : 'text-soft'} name={isBad ? 'alert' : 'check'} />
          <span className="min-w-0">{text}</span>
          <IconButton icon="close" label={t.close} onClick={() => closeToast(id)} />
        </div>
      ))}
    </div>
  );
}
