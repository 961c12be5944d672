import type { InEach, Language } from '../../shared/language/language.ts';
import { longDate } from './long-date.ts';

export type MailText = { subject: string; body: string };
/** The language of the reader. `date` writes a moment as this reader expects it. */
export type Reading = { lang: Language; date: (at: Date) => string };
/**
 * Subject and body of a mail in each language, without the greeting. The texts of a mail are at the end of
 * the file that writes the mail: `write-invitation-mail.ts` here, `account/write-reset-mail.ts`, and so on.
 */
export type MailTexts<F> = InEach<(facts: F, reading: Reading) => MailText>;

const greetings: InEach<string> = { de: 'Guten Tag,', en: 'Hello,' };

/**
 * A mail in the language of its reader. With `timeZone`, its times are in the time zone of the team that it
 * is about.
 */
export function mailIn<F>(
  lang: Language,
  texts: MailTexts<F>,
  facts: F,
  timeZone?: string,
): MailText & { lang: Language } {
  const date = (at: Date) => longDate(at, lang, timeZone);
  const { subject, body } = texts[lang](facts, { lang, date });
  return { lang, subject, body: `${greetings[lang]}\n\n${body}` };
}
