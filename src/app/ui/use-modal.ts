import { type DialogHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';
import { landOnRow } from './open-lists.ts';
import { enterDialog, openAgain, topDialog } from './top-dialog.ts';
import { mayClose } from './unsaved.ts';

type Handlers = 'onCancel' | 'onClose' | 'onClick';
type Modal = {
  /** What the element takes. */
  modal: Pick<DialogHTMLAttributes<HTMLDialogElement>, Handlers> & {
    ref: RefObject<HTMLDialogElement | null>;
  };
  /** Closes it, unless changes in it would be lost and the person wants to keep them. */
  close: () => Promise<void>;
};

/**
 * The first field of a form gets the focus, or what a dialog without one names. The browser would
 * choose the button that closes the dialog.
 */
const FIRST_FIELD =
  'form :is(input, select, textarea):not([hidden], [readonly], :disabled), [data-first]';

/**
 * Tells look.css how wide the place of the scroll bar is. A page that does not scroll has it too, and
 * only the box of the element leaves it out then: `clientWidth` does not.
 */
function keepGutter(): void {
  const root = document.documentElement;
  const { width } = root.getBoundingClientRect();
  root.style.setProperty('--gutter', `${innerWidth - width}px`);
}

/** Opens a `dialog` while it is rendered. If it may close easily, Escape and a click outside close it. */
export function useModal(onClose: () => void, closesEasily = true): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // The dialog closes before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    if (!topDialog()) keepGutter();
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>(FIRST_FIELD)?.focus();
    const leave = enterDialog(dialog);
    return () => {
      leave();
      dialog.close();
      if (!topDialog()) landOnRow();
    };
  }, []);
  const close = async () => {
    if (await mayClose(ref.current)) onClose();
  };
  const closeEasily = ({ target }: { target: EventTarget }) => {
    const isAsked = target === ref.current && topDialog() === target;
    if (closesEasily && isAsked) void close();
  };
  return {
    close,
    modal: {
      ref,
      onCancel: (event) => {
        event.preventDefault();
        // Else it is closed all the same, and the next handler opens it again and asks.
        if (event.cancelable) closeEasily(event);
      },
      // A browser lets nobody stop the second Escape in a row.
      onClose: (event) => {
        if (event.target !== ref.current || ref.current?.open) return;
        openAgain(ref.current);
        closeEasily(event);
      },
      onClick: closeEasily,
    },
  };
}
