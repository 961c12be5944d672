import { DOCUMENT_LANGUAGE, type Language } from '../../shared/language.ts';
import type { Page } from '../page.ts';
import { answerRows } from './search-answer-rows.ts';

/** A short answer, as the search has it: it leads to a page, and is shown whole. */
export type AnswerEntry = {
  path: string;
  anchor?: string;
  /** The title of the page to which it leads. */
  page: string;
  title: string;
  text: string;
  asked: readonly string[];
  /** The address of a file that it opens instead of the page. */
  file?: string;
};

/** The short answers in a language. Without its page an answer misleads, so then nothing is built. */
export function answersIn(language: Language, pages: readonly Page[]): AnswerEntry[] {
  return answerRows.map(({ at, file, [language]: { asked, ...shown } }) => {
    const [path = '', part] = at.split('#', 2);
    const page = pageIn(language, path, pages);
    const anchor = page && part !== undefined ? anchorIn(page, part, pages) : undefined;
    if (!page || (part !== undefined && anchor === undefined)) {
      throw new Error(`The answer "${shown.title}" leads to ${at}, which is not there`);
    }
    const place = { path, ...(anchor === undefined ? {} : { anchor }), page: page.title };
    return { ...place, ...shown, asked: asked.split(', '), ...(file ? { file } : {}) };
  });
}

/** The heading at the place at which the English page has this part. */
function anchorIn(page: Page, part: string, pages: readonly Page[]): string | undefined {
  const english = pageIn(DOCUMENT_LANGUAGE, page.path, pages);
  if (!english || english.contents.length !== page.contents.length) return undefined;
  const at = english.contents.findIndex(({ id }) => id === part);
  return page.contents[at]?.id;
}

function pageIn(language: Language, path: string, pages: readonly Page[]): Page | undefined {
  return pages.find((page) => page.language === language && page.path === path);
}
