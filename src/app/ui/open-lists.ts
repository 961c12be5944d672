/** A list on the page whose rows can be opened. */
export type OpenList = { keys: () => readonly string[]; open: (key: string) => void };

const lists = new Set<OpenList>();
let isStepping = false;
let landing: string | undefined;

/** Registers a list that is on the screen. The returned function removes it. */
export function enterList(list: OpenList): () => void {
  lists.add(list);
  return () => lists.delete(list);
}

/** Opens the row after or before the open one. The address contains the key of the open row. */
export function openBeside(step: number): void {
  const inAddress = new Set(new URLSearchParams(location.search).values());
  for (const list of lists) {
    const keys = list.keys();
    const index = keys.findIndex((key) => inAddress.has(key));
    const next = index < 0 ? undefined : keys[index + step];
    if (next === undefined) continue;
    landing = next;
    isStepping = true;
    rowOf(next)?.scrollIntoView({ block: 'nearest' });
    list.open(next);
    return;
  }
}

/** Ends a step of `openBeside`. True if there was one: then the drawer that opens replaces another one. */
export function endStep(): boolean {
  const wasStepping = isStepping;
  isStepping = false;
  return wasStepping;
}

/** After a drawer has closed, moves the focus to the row that it showed. */
export function landOnRow(): void {
  if (landing !== undefined) rowOf(landing)?.focus();
  landing = undefined;
  isStepping = false;
}

/** Moves the focus to the first row in view, if nothing else has the focus. */
export function enterRows(): void {
  const { activeElement } = document;
  if (activeElement !== document.body && activeElement?.id !== 'content') return;
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  rows.find((row) => row.getBoundingClientRect().top >= 0)?.focus();
}

function rowOf(key: string): HTMLElement | undefined {
  const rows = document.querySelectorAll<HTMLElement>('[data-row]');
  return [...rows].find(({ dataset }) => dataset.row === key);
}
