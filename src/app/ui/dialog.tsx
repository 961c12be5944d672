import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../text/language.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { isCommand } from './hotkey.ts';
import { endStep, openBeside } from './open-lists.ts';
import { uiTexts } from './texts.ts';
import { Toasts } from './toasts.tsx';
import { topDialog } from './top-dialog.ts';
import { useModal } from './use-modal.ts';

type Props = {
  title: string;
  onClose: () => void;
  /** The dialog is a drawer at the right edge, beside the content. */
  isDrawer?: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** If false, neither Escape nor a click outside closes the dialog. */
  closesEasily?: boolean;
  /** A text under the title. */
  lead?: ReactNode;
  children: ReactNode;
  /** The buttons. */
  footer?: ReactNode;
};

const sizes = { sm: 'max-w-sm', md: 'max-w-lg', lg: 'max-w-2xl' };

/** The place and size of a drawer, and of a dialog in the middle of the window. */
const drawer =
  'ml-auto mr-0 my-0 h-dvh max-h-dvh w-full max-w-xl border-l border-line sm:rounded-l-xl';
const middle =
  'rise m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-xl sm:mt-[12vh] sm:max-h-[80dvh]';

/**
 * The browser's own dialog. It keeps the focus inside, returns the focus when it closes, and lies above everything else.
 * The dialog is open as long as it is rendered.
 */
export function Dialog(props: Props) {
  const { title, onClose, isDrawer = false, size = 'md', closesEasily = true } = props;
  const { modal, close } = useModal(onClose, closesEasily);
  const titleId = useId();
  // A drawer that replaces another one does not slide in. Only the first rendering of the drawer may ask.
  const [slides] = useState(() => !endStep());
  const t = useTexts(uiTexts);
  // In a drawer with buttons at the bottom, toasts must be above the buttons.
  const isAbove = isDrawer && Boolean(props.footer);
  const toasts = <Toasts isAbove={isAbove} within={modal.ref} />;
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      onKeyDown={isDrawer ? goToRow : undefined}
      className={classes(
        'flex-col overflow-hidden bg-card p-0 text-ink shadow-lg open:flex',
        isDrawer ? classes(drawer, slides && 'slide') : classes(middle, sizes[size]),
      )}
    >
      <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-2">
        <div className="grid min-w-0 gap-1">
          <h2 className="text-lg font-semibold" id={titleId}>
            {title}
          </h2>
          {props.lead ? <div className="text-sm text-soft">{props.lead}</div> : null}
        </div>
        {closesEasily ? (
          // The margins put the cross level with the title, with its edge where the content ends.
          <span className="-mt-0.5 -mr-1.5">
            <IconButton icon="close" label={t.close} onClick={() => void close()} />
          </span>
        ) : null}
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto px-5 pt-1 pb-5">
        {props.children}
      </div>
      {props.footer ? (
        <footer className="relative flex flex-wrap justify-end gap-2 border-t border-line bg-side px-5 py-3 max-sm:[&>button]:flex-1">
          {props.footer}
          {isAbove ? toasts : null}
        </footer>
      ) : null}
      {isAbove ? null : toasts}
    </dialog>
  );
}

const steps: Record<string, number> = { j: 1, k: -1 };

/** In a drawer, j and k open the next and the previous row of the list behind it. */
function goToRow(event: KeyboardEvent<HTMLDialogElement>): void {
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.defaultPrevented || topDialog() !== event.currentTarget) return;
  if (!isCommand(event.target)) return;
  event.preventDefault();
  openBeside(step);
}
