import { DOCUMENT_LANGUAGE, languages } from '../../shared/language/language.ts';
import type { Group, Page } from '../page.ts';
import { fileOf } from '../page.ts';
import { SHOWN_ORIGIN } from './links.ts';

/** The operators' handbook is not listed. */
const headings: Record<Exclude<Group, 'operators'>, string> = {
  start: 'Start',
  guides: 'Guides',
  tools: 'Tools',
  reference: 'Reference',
  events: 'Events',
};

const names = new Intl.DisplayNames(DOCUMENT_LANGUAGE, { type: 'language' });

/** `/llms.txt` (llmstxt.org) lists the English Markdown of every page for customers, for programs that read. */
export function llmsText(pages: readonly Page[]): string {
  const english = pages.filter(({ language }) => language === DOCUMENT_LANGUAGE);
  const [start] = english;
  if (!start) throw new Error('There is no page');
  const others = languages
    .filter((language) => language !== DOCUMENT_LANGUAGE)
    .map((language) => `in ${names.of(language)} below ${SHOWN_ORIGIN}/docs/${language}/`);
  const parts = Object.entries(headings).map(([group, heading]) => {
    const own = english.filter((page) => page.group === group);
    return `## ${heading}\n\n${own.map(lineOf).join('\n')}`;
  });
  const more = `The same pages are ${others.join(', ')}. The whole API is described in [openapi.v1.json](${SHOWN_ORIGIN}/api/public/v1/openapi.v1.json) (OpenAPI 3.1).`;
  return `${[`# ${start.title}`, `> ${start.lead}`, more, ...parts].join('\n\n')}\n`;
}

function lineOf(page: Page): string {
  const { title, lead } = page;
  return `- [${title}](${SHOWN_ORIGIN}/docs/${fileOf(page, 'md')}): ${lead}`;
}
