import { type DialogHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';
import { landOnRow } from './open-lists.ts';
import { enterDialog, openAgain, topDialog } from './top-dialog.ts';
import { mayClose } from './unsaved.ts';

type Handlers = 'onCancel' | 'onClose' | 'onClick';
type Modal = {
  /** Props for the `dialog` element. */
  modal: Pick<DialogHTMLAttributes<HTMLDialogElement>, Handlers> & {
    ref: RefObject<HTMLDialogElement | null>;
  };
  /** Closes the dialog. If it has unsaved changes, asks the person first. */
  close: () => Promise<void>;
};

/**
 * What gets the focus: the first field of a form, or what the dialog marks. Otherwise the browser would focus the button
 * that closes the dialog.
 */
const FIRST_FIELD =
  'form :is(input, select, textarea):not([hidden], [readonly], :disabled), [data-first]';

/** No scroll bar is as wide. While a telephone zooms, the window is wider than the page, and has no place for a bar. */
const WIDEST = 40;

/**
 * Tells look.css the width of the scroll bar's place. A page that does not scroll has this place too, but `clientWidth`
 * ignores it then. So the box of the element is measured.
 */
function keepGutter(): void {
  const root = document.documentElement;
  const place = innerWidth - root.getBoundingClientRect().width;
  root.style.setProperty('--gutter', `${place < WIDEST ? place : 0}px`);
}

/** Opens a `dialog` while it is rendered. If `closesEasily`, Escape and a click outside close it. */
export function useModal(onClose: () => void, closesEasily = true): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // Closing must happen before the element leaves the page. Otherwise the browser does not return the focus.
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
    const isAddressed = target === ref.current && topDialog() === target;
    if (closesEasily && isAddressed) void close();
  };
  return {
    close,
    modal: {
      ref,
      onCancel: (event) => {
        event.preventDefault();
        // An event that cannot be cancelled closes the dialog anyway. `onClose` then opens it again and asks.
        if (event.cancelable) closeEasily(event);
      },
      // Browsers always obey the second Escape in a row.
      onClose: (event) => {
        if (event.target !== ref.current || ref.current?.open) return;
        openAgain(ref.current);
        closeEasily(event);
      },
      onClick: closeEasily,
    },
  };
}
