import { createContext, type ReactNode, type RefObject, use, useEffect, useRef } from 'react';
import { countText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../button.tsx';
import { box, tick } from '../check.tsx';
import { classes } from '../classes.ts';
import { isTyping } from '../is-typing.ts';
import { hasLetterKeys } from '../letter-keys.ts';
import { RowBox } from '../table-row.tsx';
import { topDialog } from '../top-dialog.ts';
import type { Selecting } from './selection.ts';
import { selectTexts } from './texts.ts';

const Context = createContext<Selecting | null>(null);

type Props = {
  /** Null if the person may do nothing with several rows. */
  selection: Selecting | null;
  children: ReactNode;
};

/**
 * A table whose rows can be selected. Each row has a box in its leading edge. X toggles the row with the focus; with
 * Shift, X and a click select all rows up to this one.
 */
export function Selectable({ selection, children }: Props) {
  return selection ? <Inside selection={selection}>{children}</Inside> : children;
}

function Inside({ selection, children }: { selection: Selecting; children: ReactNode }) {
  const t = useTexts(selectTexts);
  const language = useLanguage();
  const frame = useRef<HTMLDivElement>(null);
  const { selected } = selection;
  useSelecting(frame, selection);
  return (
    <Context value={selection}>
      <RowBox value={Box}>
        <div className="contents" data-selects={isOn(selection) ? 'on' : 'off'} ref={frame}>
          {children}
          <p className="hidden-text" role="status">
            {selected > 0 ? t.selected(countText(selected, language)) : null}
          </p>
        </div>
      </RowBox>
    </Context>
  );
}

/** The boxes show, and so does the bar with what can be done. */
export const isOn = ({ isPicking, selected }: Selecting) => isPicking || selected > 0;

const isBox = (target: EventTarget | null) =>
  target instanceof Element && target.closest('label:has([data-box])') !== null;

/** The key of the row in which this is. */
const keyAt = (target: EventTarget | null) =>
  target instanceof Element
    ? target.closest('tr')?.querySelector<HTMLElement>('[data-row]')?.dataset.row
    : undefined;

/** What keys and clicks in the list do. */
function useSelecting(frame: RefObject<HTMLElement | null>, selection: Selecting): void {
  const newest = useRef(selection);
  newest.current = selection;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const key = keyAt(event.target);
      if (key === undefined || event.key.toLowerCase() !== 'x' || !hasLetterKeys()) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      newest.current.toggle(key, event.shiftKey);
    };
    const onClick = (event: MouseEvent) => {
      const key = keyAt(event.target);
      if (key === undefined || isBox(event.target)) return;
      if (!event.shiftKey && !newest.current.isPicking) return;
      event.stopPropagation();
      // A link in the row would open a page.
      event.preventDefault();
      newest.current.toggle(key, event.shiftKey);
    };
    // Escape clears the selection before it leaves the list, or closes an open row beside it, but after a card is closed.
    const onEscape = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key !== 'Escape' || !isOn(newest.current) || topDialog()) return;
      if (!(target instanceof Element) || (isTyping(target) && !isBox(target))) return;
      if (target.closest('[data-pane], [role="menu"], [role="listbox"]')) return;
      if (document.querySelector(':popover-open, [role="dialog"]:not([data-pane])')) return;
      event.preventDefault();
      newest.current.clear();
    };
    const ends = new AbortController();
    const { signal } = ends;
    frame.current?.addEventListener('keydown', onKey, { signal });
    frame.current?.addEventListener('click', onClick, { signal, capture: true });
    // With Shift, the browser would select text.
    frame.current?.addEventListener('mousedown', stopWithShift, { signal });
    addEventListener('keydown', onEscape, { signal, capture: true });
    return () => ends.abort();
  }, [frame]);
}

function stopWithShift(event: MouseEvent): void {
  if (event.shiftKey) event.preventDefault();
}

const boxClass = classes(
  box,
  tick,
  'indeterminate:border-accent indeterminate:bg-accent indeterminate:before:block indeterminate:before:[clip-path:inset(40%_8%)]',
);

/** The box of a row, or of all rows in the head. style.css says where it stands. */
function Box({ of }: { of?: string }) {
  const t = useTexts(selectTexts);
  const selection = use(Context);
  if (!selection) return null;
  const { selected, shown, has, nameOf, toggle, toggleAll } = selection;
  const isHead = of === undefined;
  return (
    <label>
      <input
        aria-label={isHead ? t.all : t.row(nameOf(of))}
        checked={isHead ? shown > 0 && selected === shown : has(of)}
        className={boxClass}
        data-box=""
        onChange={({ nativeEvent }) => {
          const extend = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
          if (isHead) toggleAll();
          else toggle(of, extend);
        }}
        ref={(box) => {
          if (box) box.indeterminate = isHead && selected > 0 && selected < shown;
        }}
        type="checkbox"
      />
    </label>
  );
}

/** Shows the boxes where nothing can hover over a row. It stands in the line of the list's filters. */
export function SelectButton({ selection }: { selection: Selecting | null }) {
  const t = useTexts(selectTexts);
  if (!selection) return null;
  const { isPicking, pick, clear, shown } = selection;
  return (
    <span className="order-last ml-auto hidden [@media(hover:none)]:block">
      <Button disabled={shown === 0} look="quiet" onClick={isPicking ? clear : pick} size="sm">
        {isPicking ? t.done : t.select}
      </Button>
    </span>
  );
}
