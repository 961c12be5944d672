/** Room between the shown element and the edge of its box, in pixels. */
const ROOM = 24;

/**
 * Scrolls a box just so far that an element in it is seen. `scrollIntoView` would do more: the browser would then begin
 * with its first Tab behind this element, and pass by the link that skips the navigation.
 */
export function showIn(box: HTMLElement | null, element: Element | null | undefined): void {
  if (!box || !element) return;
  const [frame, seen] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  box.scrollTop += beyond([frame.top, frame.bottom], [seen.top, seen.bottom]);
  box.scrollLeft += beyond([frame.left, frame.right], [seen.left, seen.right]);
}

type Edges = readonly [begin: number, end: number];

function beyond([begin, end]: Edges, [from, to]: Edges): number {
  if (from - ROOM < begin) return Math.min(0, from - ROOM - begin);
  return Math.max(0, to + ROOM - end);
}
