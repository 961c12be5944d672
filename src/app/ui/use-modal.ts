import { type DialogHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';
import { enterDialog, topDialog } from './top-dialog.ts';

type Modal = Pick<DialogHTMLAttributes<HTMLDialogElement>, 'onCancel' | 'onClick'> & {
  ref: RefObject<HTMLDialogElement | null>;
};

/** Where a person begins in a form; the browser would take the button that closes the dialog. */
const FIRST_FIELD = 'form :is(input, select, textarea):not([hidden], [readonly], :disabled)';

/** How much of the window the scroll bar has, for look.css. */
function keepGutter(): void {
  const { style, clientWidth } = document.documentElement;
  style.setProperty('--gutter', `${innerWidth - clientWidth}px`);
}

/** Opens a `dialog` as long as it is rendered. Escape and a click beside close it, if it may be. */
export function useModal(onClose: () => void, closesEasily = true): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // Before it leaves the page: only then the browser gives the focus back to what has opened it.
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
