import { type DialogHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';
import { enterDialog } from './top-dialog.ts';

type Modal = Pick<DialogHTMLAttributes<HTMLDialogElement>, 'onCancel' | 'onClick'> & {
  ref: RefObject<HTMLDialogElement | null>;
};

/** Opens a `dialog` as long as it is rendered. Escape and a click beside close it, if it may be. */
export function useModal(onClose: () => void, closesEasily = true): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // Before it leaves the page: only then the browser gives the focus back to what has opened it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    if (!dialog.open) dialog.showModal();
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
