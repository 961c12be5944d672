import path from 'node:path';
import type { Language } from '../../shared/language.ts';

/** The address of the installation in the documents. The server replaces it by its own address. */
export const SHOWN_ORIGIN = 'http://localhost:3000';

/** Where the documents of the repository are on the site. */
const places: Record<string, string> = {
  'docs/operations.md': 'operators',
  'docs/intake.md': 'operators/intake',
};

/** Finds the address of a link in a document. Undefined for a document that is not on the site. */
export function linksFrom(
  file: string,
  language: Language,
): (target: string) => string | undefined {
  return (target) => {
    if (target.startsWith('#')) return target;
    if (target.startsWith(`${SHOWN_ORIGIN}/`)) return target.slice(SHOWN_ORIGIN.length);
    if (/^\w+:/.test(target)) return target;
    const [name = '', anchor] = target.split('#', 2);
    const found = path.posix.join(path.posix.dirname(file), name);
    const [, guide] = /^docs\/guides\/\w+\/([\w-]+)\.md$/.exec(found) ?? [];
    const place = guide ? placeOf(guide) : places[found];
    if (place === undefined) return undefined;
    return `/docs/${language}/${place}${anchor === undefined ? '' : `#${anchor}`}`;
  };
}

function placeOf(guide: string): string {
  if (guide === 'index') return '';
  return guide === 'changelog' ? guide : `guides/${guide}`;
}

/** A line for our tests, such as `[openapi]: # "…"`. No page shows it. */
const hiddenLine = /^\[\w+\]: # ".*"\n\n?/gm;

/** The Markdown that is served: its links lead to the Markdown of other pages. */
export function servedMarkdown(text: string, linkOf: ReturnType<typeof linksFrom>): string {
  const blocks = text.replaceAll(hiddenLine, '').split(/^(```[\s\S]*?^```$)/m);
  return blocks.map((block, at) => (at % 2 === 1 ? block : relinked(block, linkOf))).join('');
}

function relinked(text: string, linkOf: ReturnType<typeof linksFrom>): string {
  return text.replaceAll(
    /\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g,
    (_, words: string, target: string) => {
      const to = linkOf(target);
      if (to === undefined) return words;
      const [page = '', anchor] = to.split('#', 2);
      const isPage = page.startsWith('/docs/') && !page.endsWith('.json');
      const file = isPage ? page.replace(/\/$/, '/index').concat('.md') : page;
      return `[${words}](${file}${anchor === undefined ? '' : `#${anchor}`})`;
    },
  );
}
