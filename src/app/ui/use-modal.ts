import { type DialogHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';
import { landOnRow } from './open-lists.ts';
import { enterDialog, topDialog } from './top-dialog.ts';

type Modal = Pick<DialogHTMLAttributes<HTMLDialogElement>, 'onCancel' | 'onClick'> & {
  ref: RefObject<HTMLDialogElement | null>;
};

/** The first field of a form gets the focus. The browser would choose the button that closes the dialog. */
const FIRST_FIELD = 'form :is(input, select, textarea):not([hidden], [readonly], :disabled)';

/** Tells look.css how wide the scroll bar is. */
function keepGutter(): void {
  const { style, clientWidth } = document.documentElement;
  style.setProperty('--gutter', `${innerWidth - clientWidth}px`);
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
  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      if (closesEasily && event.target === ref.current) onClose();
    },
    onClick: (event) => {
      if (closesEasily && event.target === ref.current) onClose();
    },
  };
}
