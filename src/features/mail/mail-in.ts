import type { InEach, Language } from '../../shared/language.ts';
import { longDate } from './long-date.ts';

export type MailText = { subject: string; body: string };
/** How the reader of the mail reads: `date` writes a moment. */
export type Reading = { lang: Language; date: (at: Date) => string };
/**
 * Subject and body of a mail in each language, without the greeting. Each `announce-*.ts`, in this folder
 * and in `account`, ends with the texts of its mail.
 */
export type MailTexts<F> = InEach<(facts: F, reading: Reading) => MailText>;

const greetings: InEach<string> = { de: 'Guten Tag,', en: 'Hello,' };

/** A mail in the language of its reader. About a team, it is in the time zone of the team. */
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
