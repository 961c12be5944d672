import type { Language } from '../../shared/language.ts';
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
};

/** The short answers in a language. Without its page an answer misleads, so then nothing is built. */
export function answersIn(language: Language, pages: readonly Page[]): AnswerEntry[] {
  return answerRows.map(({ [language]: { at, ...shown } }) => {
    const [path = '', anchor] = at.split('#', 2);
    const page = pages.find((one) => one.language === language && one.path === path);
    if (!page || (anchor !== undefined && !hasAnchor(page, anchor))) {
      throw new Error(`The answer "${shown.title}" leads to ${at}, which is not there`);
    }
    return { path, ...(anchor === undefined ? {} : { anchor }), page: page.title, ...shown };
  });
}

function hasAnchor({ contents, entries }: Page, anchor: string): boolean {
  return contents.some(({ id }) => id === anchor) || entries.some((one) => one.anchor === anchor);
}
