import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

/** A span of points: where the pointer or the arrow keys began, and where they are now. */
type Marked = { anchor: number; at: number };
export type Span = readonly [first: number, last: number];
export type OnSpan = (first: number, last: number) => void;

type Options = {
  count: number;
  onSpan: OnSpan | undefined;
  /** There is nothing to choose at this point, where the finger is. */
  isEmpty?: (at: number, event: PointerEvent) => boolean;
};

/** Half of what a finger covers. A point may be thinner. */
const REACH_PX = 22;

/**
 * The point, or the span of points, that a person looks at. A mouse looks at the point below it, a touch at the point
 * that it taps, and arrow keys go from point to point. If spans can be chosen, dragging, or Shift with an arrow, makes
 * the span longer. A click, the end of a drag, a second tap or Enter chooses it.
 */
export function useSpan({ count, onSpan, isEmpty }: Options) {
  const [marked, setMarked] = useState<Marked | null>(null);
  const pointer = usePointer({ count, onSpan, isEmpty, marked, setMarked });
  const step = (to: number, isLonger: boolean) => {
    const at = Math.min(count - 1, Math.max(0, to));
    setMarked({ anchor: isLonger && marked && onSpan ? marked.anchor : at, at });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = marked?.at ?? count - 1;
    const targets: Record<string, number> = {
      ArrowLeft: at - 1,
      ArrowRight: marked ? at + 1 : at,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    const isChoice = event.key === 'Enter' || event.key === ' ';
    if (target !== undefined) step(target, event.shiftKey);
    else if (event.key === 'Escape' && marked) setMarked(null);
    else if (isChoice && marked && onSpan) onSpan(...spanOf(marked));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const handlers = {
    ...pointer,
    onKeyDown,
    onBlur: () => setMarked(null),
  };
  // There may be fewer points now.
  const isThere = marked && Math.max(marked.anchor, marked.at) < count;
  return { span: isThere ? spanOf(marked) : null, at: marked?.at ?? count - 1, handlers };
}

function spanOf({ anchor, at }: Marked): Span {
  return [Math.min(anchor, at), Math.max(anchor, at)];
}

type PointerOptions = Omit<Options, 'isEmpty'> & {
  isEmpty: Options['isEmpty'];
  marked: Marked | null;
  setMarked: (marked: Marked | null) => void;
};

function usePointer({ count, onSpan, isEmpty, marked, setMarked }: PointerOptions) {
  /** The point at which a drag has begun, where the pointer was, and whether the tip of the point was shown before. */
  const drag = useRef<{ from: number; pointer: number; wasShown: boolean } | null>(null);
  const pointAt = (event: PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * count);
    return Math.min(count - 1, Math.max(0, at));
  };
  /** How many points on each side of it a finger covers. */
  const reachOf = ({ currentTarget, pointerType }: PointerEvent) =>
    onSpan && pointerType === 'touch'
      ? Math.floor((REACH_PX * count) / currentTarget.getBoundingClientRect().width)
      : 0;
  /** What a finger means: the point that is marked, or the nearest one at which there is something. */
  const meantAt = (event: PointerEvent) => {
    const at = pointAt(event);
    const reach = reachOf(event);
    if (marked && Math.abs(marked.at - at) <= reach) return marked.at;
    const near = Array.from(
      { length: 2 * reach + 1 },
      (_, n) => at + (n % 2 ? 1 : -1) * Math.ceil(n / 2),
    );
    return near.find((one) => one >= 0 && one < count && !isEmpty?.(one, event)) ?? at;
  };
  /** A finger that has not left what it covers has not moved. */
  const movedTo = (event: PointerEvent) => {
    const { current } = drag;
    const at = pointAt(event);
    return current && Math.abs(at - current.pointer) <= reachOf(event) ? current.from : at;
  };
  const forget = () => {
    drag.current = null;
    setMarked(null);
  };
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const at = event.pointerType === 'touch' ? meantAt(event) : pointAt(event);
      drag.current = {
        from: at,
        pointer: pointAt(event),
        wasShown: marked?.anchor === at && marked.at === at,
      };
      setMarked({ anchor: at, at });
      if (onSpan) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const at = movedTo(event);
      setMarked({ anchor: (onSpan && drag.current?.from) ?? at, at });
    },
    onPointerUp: (event: PointerEvent) => {
      const { current } = drag;
      const at = movedTo(event);
      drag.current = null;
      if (!current || !onSpan) return;
      // A finger cannot hover. So the first tap only shows the point.
      const isFirstTap = event.pointerType === 'touch' && at === current.from && !current.wasShown;
      setMarked({ anchor: at, at });
      if (!isFirstTap) onSpan(...spanOf({ anchor: current.from, at }));
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType !== 'touch' && !drag.current) forget();
    },
    // The touch scrolls the page instead.
    onPointerCancel: forget,
  };
}
