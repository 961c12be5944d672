import { Link } from '@tanstack/react-router';
import {
  type PointerEvent,
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
  /** A function makes a card that needs data, only while the card is open. */
  card: ReactNode | (() => ReactNode);
  /** The look of the word. Without it, dots below it say that it explains itself. */
  look?: string;
  /** Where the word leads. Without it, a click only toggles the card. */
  to?: string;
  search?: Record<string, string>;
  /** The card says what is cut off, so it opens only if something is. */
  isForCut?: boolean;
};

const dotted = 'rounded-sm underline decoration-edge decoration-dotted underline-offset-4';

/** Pixels between the word and its card, and between the card and the edge of the window. */
const GAP = 6;
const EDGE = 8;
const LEAVE_MS = 150;
/** A link is also passed on the way to something else, so its card waits. */
const LINK_MS = 350;

/**
 * A word that explains itself: a card opens when the pointer or the keyboard reaches it, and a tap toggles it, or
 * follows the link. Escape closes it. The browser shows it above everything, also above a dialog and outside of a table
 * that cuts off.
 */
export function HoverCard({ children, card, look = dotted, to, search, isForCut }: Props) {
  const id = useId();
  const trigger = useRef<HTMLElement | null>(null);
  const popover = useRef<HTMLSpanElement>(null);
  const [isOpen, setOpen] = useState(false);
  // A tap first focuses the word, which opens the card.
  const wasOpen = useRef(false);
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(waiting.current), []);
  const set = (opens: boolean, afterMs = 0) => {
    clearTimeout(waiting.current);
    if (afterMs === 0) setOpen(opens);
    else waiting.current = setTimeout(() => setOpen(opens), afterMs);
  };
  const show = () => {
    if (isForCut && !isCut(trigger.current)) return;
    set(true, to === undefined || isOpen ? 0 : LINK_MS);
  };
  // The pointer crosses a gap on its way into the card, for instance to select its text.
  const leave = () => {
    if (document.activeElement === trigger.current) return;
    set(false, LEAVE_MS);
  };
  usePlacedCard(isOpen, { trigger, popover, close: () => set(false) });
  const pointed = {
    onPointerEnter: (event: PointerEvent) => event.pointerType !== 'touch' && show(),
    onPointerLeave: (event: PointerEvent) => event.pointerType !== 'touch' && leave(),
  };
  const word = {
    ...pointed,
    // A cut text is whole for those who hear it.
    'aria-describedby': isForCut ? undefined : id,
    onBlur: () => set(false),
    onFocus: show,
    ref: (element: HTMLElement | null) => {
      trigger.current = element;
    },
  };
  return (
    <>
      {to === undefined ? (
        <button
          {...word}
          className={classes('cursor-help', look)}
          onClick={(event) => {
            event.stopPropagation();
            // The keyboard clicks without a pointer.
            set(event.detail === 0 ? !isOpen : !wasOpen.current);
          }}
          onPointerDown={() => {
            wasOpen.current = isOpen;
          }}
          type="button"
        >
          {children}
        </button>
      ) : (
        <Link {...word} className={look} search={search as never} to={to}>
          {children}
        </Link>
      )}
      <span
        className="fixed m-0 w-max max-w-80 rounded-lg bg-card px-3 py-2 text-left font-sans text-sm text-pretty whitespace-normal text-ink shadow-lg"
        id={id}
        {...pointed}
        popover="manual"
        ref={popover}
        role="tooltip"
      >
        {typeof card === 'function' ? isOpen && card() : card}
      </span>
    </>
  );
}

const isCut = (word: HTMLElement | null): boolean =>
  [...(word?.querySelectorAll('.truncate') ?? [])].some(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  );

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
    const place = () => {
      const { left, bottom, top } = word.getBoundingClientRect();
      const { width, height } = box.getBoundingClientRect();
      const isBelow = bottom + GAP + height + EDGE < innerHeight;
      box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
      box.style.top = `${isBelow ? bottom + GAP : top - GAP - height}px`;
    };
    place();
    // The data of a card may come later.
    const observer = new ResizeObserver(place);
    observer.observe(box);
    // Before everything else that Escape closes, wherever the focus is.
    const onKeyDown = (event: KeyboardEvent) => onEscape(event);
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      observer.disconnect();
      box.hidePopover();
    };
  }, [isOpen, trigger, popover]);
}
