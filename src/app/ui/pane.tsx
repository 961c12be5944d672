import {
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { createPortal } from 'react-dom';
import { classes } from './classes.ts';
import { Dialog, DialogParts, goToRow } from './dialog.tsx';
import { isTyping } from './is-typing.ts';
import { endStep, rowOf, useOpenKey } from './open-lists.ts';
import { topDialog } from './top-dialog.ts';
import { mayClose } from './unsaved.ts';

type Props = {
  title: string;
  onClose: () => void;
  /** A text under the title. */
  lead?: ReactNode;
  children: ReactNode;
  /** The buttons. */
  footer?: ReactNode;
};

/** Wide enough for the navigation, a list and a row beside it. look.css has the same width. */
const wide = matchMedia('(min-width: 80rem)');

/** A row of a list. In a wide window it stands beside the list, which stays usable. Else it is a drawer over the list. */
export function Pane(props: Props) {
  const isWide = useSyncExternalStore(onWidth, () => wide.matches);
  return isWide ? <Beside {...props} /> : <Dialog {...props} isDrawer isRow />;
}

function onWidth(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

const openPane = () => document.querySelector<HTMLElement>('[data-pane]');

function Beside({ title, onClose, ...parts }: Props) {
  const ref = useRef<HTMLElement>(null);
  const titleId = useId();
  // It slides in at first only. Only the first rendering may ask.
  const [isFirst] = useState(() => !endStep() && !openPane());
  const close = async () => {
    if (await mayClose(ref.current)) onClose();
  };
  useFocus(ref, isFirst);
  useEscape(ref, close);
  return createPortal(
    <section
      aria-labelledby={titleId}
      className={classes(
        'fixed inset-y-0 right-(--beside-bar,0px) z-20 flex w-(--pane) flex-col border-l border-line bg-card shadow-lg outline-none',
        isFirst && 'slide',
      )}
      data-pane
      onKeyDown={goToRow}
      ref={ref}
      role="dialog"
      tabIndex={-1}
    >
      <DialogParts {...parts} close={() => void close()} steps title={title} titleId={titleId} />
    </section>,
    document.body,
  );
}

type Place = { current: HTMLElement | null };

/** The pane gets the focus when it opens. When it closes, the focus goes to the row that it showed. */
function useFocus(place: Place, isFirst: boolean): void {
  const shown = useRef<string>(undefined);
  const key = useOpenKey();
  useEffect(() => {
    shown.current = key ?? shown.current;
  }, [key]);
  useLayoutEffect(() => {
    const before = document.activeElement;
    if (isFirst) place.current?.focus();
    return () =>
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        const row = rowOf(shown.current ?? '') ?? before;
        if (openPane()) openPane()?.focus();
        else if (row instanceof HTMLElement) row.focus();
      });
  }, [place, isFirst]);
}

const isInMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="menu"], [role="listbox"]') !== null;

/** Escape closes the pane, from inside and from the list. */
function useEscape(place: Place, close: () => Promise<void>): void {
  const newest = useRef(close);
  newest.current = close;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event;
      if (key !== 'Escape' || defaultPrevented || topDialog()) return;
      const isInside = target instanceof Element && place.current?.contains(target);
      // A field beside the pane, and a menu, use the key themselves.
      const isHere = isInside || !(isTyping(target) || isInMenu(target));
      if (!isHere) return;
      event.preventDefault();
      void newest.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [place]);
}
