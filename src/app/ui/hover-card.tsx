import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { classes } from './classes.ts';

type Props = {
  children: ReactNode;
  card: ReactNode;
  /** The look of the word. Without it, dots below it say that it explains itself. */
  look?: string;
};

const dotted = 'rounded-sm underline decoration-edge decoration-dotted underline-offset-4';

/** Pixels between the word and its card, and between the card and the edge of the window. */
const GAP = 6;
const EDGE = 8;
const LEAVE_MS = 150;

/**
 * A word that explains itself: a card opens when the pointer or the keyboard reaches it, and a tap toggles it. Escape
 * closes it. The browser shows it above everything, also above a dialog and outside of a table that cuts off.
 */
export function HoverCard({ children, card, look = dotted }: Props) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  // A tap first focuses the word, which opens the card.
  const wasOpen = useRef(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = () => {
    clearTimeout(leaving.current);
    setOpen(true);
  };
  // The pointer crosses a gap on its way into the card, for instance to select its text.
  const leave = () => {
    if (document.activeElement === trigger.current) return;
    leaving.current = setTimeout(() => setOpen(false), LEAVE_MS);
  };
  usePlacedCard(isOpen, { trigger, popover, close: () => setOpen(false) });
  return (
    <>
      <button
        aria-describedby={id}
        className={classes('cursor-help', look)}
        onBlur={() => setOpen(false)}
        onClick={(event) => {
          event.stopPropagation();
          // The keyboard clicks without a pointer.
          setOpen(event.detail === 0 ? !isOpen : !wasOpen.current);
        }}
        onFocus={show}
        onPointerDown={() => {
          wasOpen.current = isOpen;
        }}
        onPointerEnter={(event) => event.pointerType !== 'touch' && show()}
        onPointerLeave={(event) => event.pointerType !== 'touch' && leave()}
        ref={trigger}
        type="button"
      >
        {children}
      </button>
      <span
        className="fixed m-0 w-max max-w-80 rounded-lg bg-card px-3 py-2 text-left font-sans text-sm text-pretty whitespace-normal text-ink shadow-lg"
        id={id}
        onPointerEnter={(event) => event.pointerType !== 'touch' && show()}
        onPointerLeave={(event) => event.pointerType !== 'touch' && leave()}
        popover="manual"
        ref={popover}
        role="tooltip"
      >
        {card}
      </span>
    </>
  );
}

type Parts = {
  trigger: RefObject<HTMLElement | null>;
  popover: RefObject<HTMLElement | null>;
  close: () => void;
};

/** Shows the card at its word as long as it is open. Escape closes it. */
function usePlacedCard(isOpen: boolean, { trigger, popover, close }: Parts): void {
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    close();
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const [word, box] = [trigger.current, popover.current];
    if (!isOpen || !word || !box) return;
    box.showPopover();
    const { left, bottom, top } = word.getBoundingClientRect();
    const { width, height } = box.getBoundingClientRect();
    const isBelow = bottom + GAP + height + EDGE < innerHeight;
    box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
    box.style.top = `${isBelow ? bottom + GAP : top - GAP - height}px`;
    // Before everything else that Escape closes, wherever the focus is.
    const onKeyDown = (event: KeyboardEvent) => onEscape(event);
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      box.hidePopover();
    };
  }, [isOpen, trigger, popover]);
}
