import { type KeyboardEvent, type ReactNode, use, useId, useState } from 'react';
import { useTexts } from '../text/language.ts';
import { IconButton } from './button.tsx';
import { classes } from './classes.ts';
import { isCommand } from './hotkey.ts';
import { endStep, openBeside, useSteps } from './open-lists.ts';
import { OpenPalette } from './open-palette.ts';
import { uiTexts } from './texts.ts';
import { Toasts } from './toasts.tsx';
import { topDialog } from './top-dialog.ts';
import { useModal } from './use-modal.ts';

type Props = {
  title: string;
  onClose: () => void;
  /** The dialog is a drawer at the right edge, beside the content. */
  isDrawer?: boolean;
  /** The drawer shows a row of a list, and leads to the rows before and after. */
  isRow?: boolean;
  /** It takes the place of the dialog whose work it interrupts (look.css). */
  interrupts?: boolean;
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
  'ml-auto mr-0 my-0 h-dvh max-h-dvh w-full max-w-xl in-[[data-pane]]:max-w-(--pane) border-l border-line sm:rounded-l-xl in-[[data-pane]]:rounded-none';
const middle =
  'rise m-auto in-[[data-pane]]:max-w-[calc(var(--pane)-2rem)] max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] rounded-xl sm:mt-[12vh] sm:max-h-[80dvh]';

/**
 * The browser's own dialog. It keeps the focus inside, returns the focus when it closes, and lies above everything else.
 * The dialog is open as long as it is rendered.
 */
export function Dialog(props: Props) {
  const { onClose, isDrawer = false, isRow = false, size = 'md', closesEasily = true } = props;
  const { modal, close } = useModal(onClose, closesEasily);
  const titleId = useId();
  // A drawer that replaces another one does not slide in. Only the first rendering of the drawer may ask.
  const [slides] = useState(() => !endStep());
  // In a drawer with buttons at the bottom, toasts must be above the buttons.
  const isAbove = isDrawer && Boolean(props.footer);
  const toasts = <Toasts isAbove={isAbove} within={modal.ref} />;
  return (
    <dialog
      {...modal}
      aria-labelledby={titleId}
      data-drawer={isDrawer ? '' : undefined}
      data-interrupts={props.interrupts ? '' : undefined}
      data-row-shown={isRow ? '' : undefined}
      onKeyDown={isRow ? goToRow : undefined}
      className={classes(
        // It may be opened within a centred text.
        'flex-col overflow-hidden bg-card p-0 text-start text-ink shadow-lg open:flex',
        isDrawer ? classes(drawer, slides && 'slide') : classes(middle, sizes[size]),
      )}
    >
      <DialogParts
        {...props}
        close={closesEasily ? () => void close() : undefined}
        steps={isRow}
        titleId={titleId}
        toasts={isAbove ? toasts : null}
      />
      {isAbove ? null : toasts}
    </dialog>
  );
}

type PartsProps = Pick<Props, 'title' | 'lead' | 'children' | 'footer'> & {
  titleId: string;
  /** Undefined if only a button inside closes it. */
  close: (() => void) | undefined;
  /** It has buttons to the row before and after. */
  steps: boolean;
  /** Above the footer. */
  toasts?: ReactNode;
};

/** What a dialog and a pane have inside. */
export function DialogParts({
  title,
  titleId,
  lead,
  close,
  steps,
  children,
  footer,
  toasts,
}: PartsProps) {
  const t = useTexts(uiTexts);
  return (
    <>
      <header className="flex items-start justify-between gap-3 px-5 pt-4 pb-2">
        <div className="grid min-w-0 gap-1">
          <h2
            className="text-lg font-semibold outline-none"
            id={titleId}
            {...(steps && { 'data-first': '', tabIndex: -1 })}
          >
            {title}
          </h2>
          {lead ? <div className="text-sm text-soft">{lead}</div> : null}
        </div>
        {/* The margins put the cross level with the title, with its edge where the content ends. */}
        <span className="-mt-0.5 -mr-1.5 flex shrink-0">
          {steps ? (
            <>
              <PaletteButton />
              <Steps />
            </>
          ) : null}
          {close ? <IconButton icon="close" label={t.close} onClick={close} /> : null}
        </span>
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] content-start gap-4 overflow-y-auto px-5 pt-1 pb-5">
        {children}
      </div>
      {footer ? (
        <footer className="relative flex empty:hidden flex-wrap justify-end gap-2 border-t border-line bg-side px-5 py-3 max-sm:[&>button]:flex-1">
          {footer}
          {toasts}
        </footer>
      ) : null}
    </>
  );
}

/** Opens the palette, whose first commands are those of the open row. A drawer covers the button of the page. */
function PaletteButton() {
  const t = useTexts(uiTexts);
  const palette = use(OpenPalette);
  if (!palette) return null;
  const { open, keys } = palette;
  return <IconButton icon="dots" label={`${t.actions} (${keys})`} onClick={open} />;
}

/** Buttons to the rows before and after the open one. */
function Steps() {
  const t = useTexts(uiTexts);
  const { hasPrevious, hasNext } = useSteps();
  if (!hasPrevious && !hasNext) return null;
  return (
    <>
      <IconButton
        disabled={!hasPrevious}
        icon="rowUp"
        label={t.previousRow}
        onClick={() => openBeside(-1)}
      />
      <IconButton disabled={!hasNext} icon="down" label={t.nextRow} onClick={() => openBeside(1)} />
    </>
  );
}

const steps: Record<string, number> = { j: 1, k: -1 };

/** In an open row, j and k open the next and the previous row of its list. */
export function goToRow(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.defaultPrevented || (topDialog() ?? event.currentTarget) !== event.currentTarget)
    return;
  if (!isCommand(event.target)) return;
  event.preventDefault();
  openBeside(step);
}
