import type { Page } from '../page.ts';

/**
 * The operators' handbook is a section of its own. It has its own navigation and search, and no page for customers links
 * to it.
 */
export function isForOperators({ group }: Pick<Page, 'group'>): boolean {
  return group === 'operators';
}

/** The pages for customers, and those for operators, in each language. Links lead from one to the other nowhere. */
export function sectionsOf(pages: readonly Page[]): Page[][] {
  const sections = Map.groupBy(
    pages,
    (page) => `${page.language} ${isForOperators(page) ? 'operators' : 'customers'}`,
  );
  return [...sections.values()];
}
