import type { InEach, Language } from '../../shared/language.ts';
import { longDate } from './long-date.ts';

export type MailText = { subject: string; body: string };
/** A moment as the reader of the mail writes it. */
export type DateText = (at: Date) => string;
/** Subject and body, without the greeting. */
type WriteText<F> = (facts: F, date: DateText) => MailText;
/** A mail in each language. */
export type MailTexts<F> = InEach<WriteText<F>>;

const greetings: InEach<string> = { de: 'Guten Tag,', en: 'Hello,' };

/** A mail in the language of its reader. About a team, it is in the time zone of the team. */
export function mailIn<F>(
  lang: Language,
  texts: MailTexts<F>,
  facts: F,
  timeZone?: string,
): MailText & { lang: Language } {
  const { subject, body } = texts[lang](facts, (at) => longDate(at, lang, timeZone));
  return { lang, subject, body: `${greetings[lang]}\n\n${body}` };
}
