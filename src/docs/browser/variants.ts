import { keep, kept } from './kept.ts';

const KEPT = 'docs-code';

/** Blocks in several programming languages: one choice holds for all of them, on every page. */
export function showVariants(): void {
  const chosen = kept(KEPT);
  for (const group of groups()) {
    if (chosen !== null) show(group, chosen);
    group.addEventListener('click', (event) => {
      const tab = (event.target as Element).closest<HTMLElement>('[data-tab]');
      if (tab) choose(tab);
    });
    group.querySelector('[role=tablist]')?.addEventListener('keydown', (event) => {
      const tab = neighbourOf(event as KeyboardEvent);
      if (!tab) return;
      event.preventDefault();
      choose(tab);
      tab.focus();
    });
  }
}

function groups(): NodeListOf<HTMLElement> {
  return document.querySelectorAll<HTMLElement>('[data-variants]');
}

/**
 * Shows a language. The block keeps its place on the screen, although blocks above it change their
 * height.
 */
function choose(tab: HTMLElement): void {
  const before = tab.getBoundingClientRect().top;
  const language = tab.dataset.tab ?? '';
  keep(KEPT, language);
  for (const group of groups()) show(group, language);
  scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

function show(group: HTMLElement, language: string): void {
  if (!group.querySelector(`[data-tab="${CSS.escape(language)}"]`)) return;
  for (const tab of group.querySelectorAll<HTMLElement>('[data-tab]')) {
    const isChosen = tab.dataset.tab === language;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  for (const panel of group.querySelectorAll<HTMLElement>('[data-panel]')) {
    panel.toggleAttribute('data-open', panel.dataset.panel === language);
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
