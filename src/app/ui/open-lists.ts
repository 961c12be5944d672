/** A list on the page whose rows can be opened. */
export type OpenList = { keys: () => readonly string[]; open: (key: string) => void };

const lists = new Set<OpenList>();
let isStepping = false;
let landing: string | undefined;

/** Notes a list while it is shown. The returned function notes that it is gone. */
export function enterList(list: OpenList): () => void {
  lists.add(list);
  return () => lists.delete(list);
}

/** Opens the row after or before the open one. What is open is in the address by its key. */
export function openBeside(step: number): void {
  const inAddress = new Set(new URLSearchParams(location.search).values());
  for (const list of lists) {
    const keys = list.keys();
    const at = keys.findIndex((key) => inAddress.has(key));
    const next = at < 0 ? undefined : keys[at + step];
    if (next === undefined) continue;
    landing = next;
    isStepping = true;
    rowOf(next)?.scrollIntoView({ block: 'nearest' });
    list.open(next);
    return;
  }
}

/** True for a drawer that takes the place of another one: it does not slide in. */
export function takesPlace(): boolean {
  const takes = isStepping;
  isStepping = false;
  return takes;
}

/** After a drawer has closed, the keyboard goes on at the row that it showed last. */
export function landOnRow(): void {
  if (landing !== undefined) rowOf(landing)?.focus();
  landing = undefined;
  isStepping = false;
}

/** Goes to the first row in view, if nothing else has the focus. */
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
