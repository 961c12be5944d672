import path from 'node:path';
import type { Language } from '../../shared/language/language.ts';

/** The address of the installation in all documents. The server replaces it by its own. */
export const SHOWN_ORIGIN = 'http://localhost:3000';

/** The pages of the site that show other documents of the repository. */
const places: Record<string, string> = {
  'docs/operations.md': 'operators',
  'docs/production.md': 'operators/production',
  'docs/intake.md': 'operators/intake',
  'docs/limits.md': 'operators/limits-table',
  'CHANGELOG.md': 'changelog',
};

/** Returns a function that finds the address of a link. Undefined for a document that the site does not have. */
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
    const place = guide === undefined ? places[found] : guide === 'index' ? '' : `guides/${guide}`;
    if (place === undefined) return undefined;
    return `/docs/${language}/${place}${anchor === undefined ? '' : `#${anchor}`}`;
  };
}

/** The Markdown that is served. Its links lead to the Markdown of other pages. */
export function servedMarkdown(text: string, linkOf: ReturnType<typeof linksFrom>): string {
  const blocks = text.split(/^(```[\s\S]*?^```$)/m);
  return blocks.map((block, index) => (index % 2 === 1 ? block : relinked(block, linkOf))).join('');
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
