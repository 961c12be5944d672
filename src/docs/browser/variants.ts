import { browserStorage } from '../../shared/web/browser-storage.ts';

/**
 * Blocks with tabs: one for each programming language (`code`), and within a language with the SDK or without it
 * (`way`). A choice holds for all blocks on all pages.
 */
export function showVariants(): void {
  for (const group of groups()) {
    const chosen = browserStorage.read(keptName(group));
    if (chosen !== null) show(group, chosen);
    const tabs = group.querySelector(':scope > [role=tablist]');
    tabs?.addEventListener('click', (event) => {
      const tab = (event.target as Element).closest<HTMLElement>('[data-tab]');
      if (tab) choose(group, tab);
    });
    tabs?.addEventListener('keydown', (event) => {
      const tab = neighbourOf(event as KeyboardEvent);
      if (!tab) return;
      event.preventDefault();
      choose(group, tab);
      tab.focus();
    });
  }
}

function groups(choice?: string): NodeListOf<HTMLElement> {
  const value = choice === undefined ? '' : `="${CSS.escape(choice)}"`;
  return document.querySelectorAll<HTMLElement>(`[data-variants${value}]`);
}

const keptName = ({ dataset }: HTMLElement): string => `docs-${dataset.variants}`;

/** Shows a variant. Other blocks change their height, but this block stays where it is on the screen. */
function choose(group: HTMLElement, tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top;
  const name = tab.dataset.tab ?? '';
  browserStorage.write(keptName(group), name);
  for (const other of groups(group.dataset.variants)) show(other, name);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

/** Shows the variant in one block. A block without this variant does not change. */
function show(group: HTMLElement, name: string): void {
  const tabs = group.querySelectorAll<HTMLElement>(':scope > [role=tablist] > [data-tab]');
  if (![...tabs].some((tab) => tab.dataset.tab === name)) return;
  for (const tab of tabs) {
    const isChosen = tab.dataset.tab === name;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  for (const panel of group.querySelectorAll<HTMLElement>(':scope > [data-panel]')) {
    panel.toggleAttribute('data-open', panel.dataset.panel === name);
  }
}

/** The tab to which an arrow key leads. */
function neighbourOf({ key, target }: KeyboardEvent): HTMLElement | undefined {
  const tab = (target as Element).closest<HTMLElement>('[data-tab]');
  const tabs = [...(tab?.parentElement?.querySelectorAll<HTMLElement>('[data-tab]') ?? [])];
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (!tab || step === 0) return undefined;
  return tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
}
