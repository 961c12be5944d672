import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

type Props = { children: ReactNode; card: ReactNode };

/** Pixels between the word and its card, and between the card and the edge of the window. */
const GAP = 6;
const EDGE = 8;

/**
 * A word that explains itself: a card opens when the pointer or the keyboard reaches it, and a tap toggles it. Escape
 * closes it. The browser shows it above everything, also above a dialog and outside of a table that cuts off.
 */
export function HoverCard({ children, card }: Props) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLSpanElement>(null);
  const isOpen = () => popover.current?.matches(':popover-open') ?? false;
  const show = () => {
    const [word, box] = [trigger.current, popover.current];
    if (!word || !box || isOpen()) return;
    box.showPopover();
    const { left, bottom, top } = word.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const isBelow = bottom + GAP + height + EDGE < innerHeight;
    box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
    box.style.top = `${isBelow ? bottom + GAP : top - GAP - height}px`;
  };
  const hide = () => {
    if (isOpen()) popover.current?.hidePopover();
  };
  // The pointer may go into the card, for instance to select its text.
  const leave = ({ relatedTarget }: { relatedTarget: EventTarget | null }) => {
    const isInside = relatedTarget instanceof Node && popover.current?.contains(relatedTarget);
    if (!isInside && document.activeElement !== trigger.current) hide();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    hide();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <button
        aria-describedby={id}
        className="cursor-help rounded-sm underline decoration-edge decoration-dotted underline-offset-4"
        onBlur={hide}
        onClick={(event) => {
          event.stopPropagation();
          show();
        }}
        onFocus={show}
        onKeyDown={onKeyDown}
        onPointerEnter={show}
        onPointerLeave={leave}
        ref={trigger}
        type="button"
      >
        {children}
      </button>
      <span
        className="fixed m-0 w-max max-w-80 rounded-lg bg-card px-3 py-2 text-left font-sans text-sm text-pretty whitespace-normal text-ink shadow-lg"
        id={id}
        onPointerLeave={leave}
        popover="manual"
        ref={popover}
        role="tooltip"
      >
        {card}
      </span>
    </>
  );
}
