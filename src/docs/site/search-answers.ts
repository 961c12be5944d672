import { DOCUMENT_LANGUAGE, type Language } from '../../shared/language/language.ts';
import type { Page } from '../page.ts';
import { answerRows } from './search-answer-rows.ts';

/** A short answer. The search shows it whole, with a link to its page. */
export type AnswerEntry = {
  path: string;
  anchor?: string;
  /** The title of its page. */
  page: string;
  title: string;
  text: string;
  queries: readonly string[];
  /** The address of the file that it opens in place of the page. */
  file?: string;
};

/** The short answers in a language. An answer whose page is missing would mislead, so the build then fails. */
export function answersIn(language: Language, pages: readonly Page[]): AnswerEntry[] {
  return answerRows.map(({ at, file, [language]: { queries, ...shown } }) => {
    const [path = '', part] = at.split('#', 2);
    const page = pageIn(language, path, pages);
    const anchor = page && part !== undefined ? anchorIn(page, part, pages) : undefined;
    if (!page || (part !== undefined && anchor === undefined)) {
      throw new Error(`The answer "${shown.title}" leads to ${at}, which is not there`);
    }
    const place = { path, ...(anchor === undefined ? {} : { anchor }), page: page.title };
    return { ...place, ...shown, queries: queries.split(', '), ...(file ? { file } : {}) };
  });
}

/** The anchor of the heading that corresponds to a part of the English page. */
function anchorIn(page: Page, part: string, pages: readonly Page[]): string | undefined {
  const english = pageIn(DOCUMENT_LANGUAGE, page.path, pages);
  if (!english || english.contents.length !== page.contents.length) return undefined;
  const index = english.contents.findIndex(({ id }) => id === part);
  return page.contents[index]?.id;
}

function pageIn(language: Language, path: string, pages: readonly Page[]): Page | undefined {
  return pages.find((page) => page.language === language && page.path === path);
}
