import type { PageDefinition } from '../pages/page-definition.ts';
import { type LazyPart, lazyPart } from '../ui/lazy-part.tsx';

type PagePart = LazyPart<Record<never, never>>;

const parts = new Map<PageDefinition, PagePart>();

/** The code of a page. It is loaded once, whether a link, the address or `useLoadAhead` asks first. */
export function partOf(page: PageDefinition): PagePart {
  const known = parts.get(page);
  if (known) return known;
  const part = lazyPart(async () => (await page.load()).Page);
  parts.set(page, part);
  return part;
}
