import { createStore } from '../api/store.ts';

/** A list on the page whose rows can be opened. */
export type OpenList = { keys: () => readonly string[]; open: (key: string) => void };

const lists = createStore<readonly OpenList[]>([]);
let isStepping = false;
let landing: string | undefined;

/** Registers a list that is on the screen. The returned function removes it. */
export function enterList(list: OpenList): () => void {
  lists.set([...lists.get(), list]);
  return () => lists.set(lists.get().filter((other) => other !== list));
}

/** The key of the open row, which the address contains. */
function openKey(): string | undefined {
  const inAddress = new Set(new URLSearchParams(location.search).values());
  return lists
    .get()
    .flatMap(({ keys }) => keys())
    .find((key) => inAddress.has(key));
}

/** The same, also once its list has loaded. */
export const useOpenKey = () => lists.usePart(openKey);

/** Opens the row after or before the open one. */
export function openBeside(step: number): void {
  const found = besideOpen(step);
  if (!found) return;
  const { list, key } = found;
  landing = key;
  isStepping = true;
  rowOf(key)?.scrollIntoView({ block: 'nearest' });
  list.open(key);
}

/** Whether there is a row before and after the open one. */
export function useSteps(): { hasPrevious: boolean; hasNext: boolean } {
  const found = lists.usePart(() =>
    [-1, 1].map((step) => (besideOpen(step) ? 'yes' : 'no')).join(),
  );
  const [previous, next] = found.split(',');
  return { hasPrevious: previous === 'yes', hasNext: next === 'yes' };
}

function besideOpen(step: number): { list: OpenList; key: string } | undefined {
  const open = openKey();
  for (const list of open === undefined ? [] : lists.get()) {
    const keys = list.keys();
    const index = keys.indexOf(open ?? '');
    const key = index < 0 ? undefined : keys[index + step];
    if (key !== undefined) return { list, key };
  }
  return undefined;
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

/** Moves the focus to the first row in view, if nothing else has the focus. False if there is none. */
export function enterRows(): boolean {
  const { activeElement } = document;
  if (activeElement !== document.body && activeElement?.id !== 'content') return false;
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const first = rows.find((row) => row.getBoundingClientRect().top >= heightAbove(row));
  first?.focus();
  return first !== undefined;
}

/** How much of the window's top the filters and the head of the table cover. */
const heightAbove = (row: HTMLElement) => Number.parseFloat(getComputedStyle(row).scrollMarginTop);

export function rowOf(key: string): HTMLElement | undefined {
  const rows = document.querySelectorAll<HTMLElement>('[data-row]');
  return [...rows].find(({ dataset }) => dataset.row === key);
}
