import type { Page } from '../page.ts';

/**
 * The handbook of those who run the service is a section of its own: it has its own navigation and
 * search, and no page for customers leads to it (P564).
 */
export function isForOperators({ group }: Pick<Page, 'group'>): boolean {
  return group === 'operators';
}

/** The pages for customers and those for operators, in each language. Readers stay in one of them. */
export function sectionsOf(pages: readonly Page[]): Page[][] {
  const sections = Map.groupBy(
    pages,
    (page) => `${page.language} ${isForOperators(page) ? 'operators' : 'customers'}`,
  );
  return [...sections.values()];
}
