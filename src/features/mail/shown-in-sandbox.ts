import type { InEach, Language } from '../../shared/language.ts';
import { LINK_LINE } from './seal-link.ts';
import { IN_SANDBOX } from './unsent-mails.ts';

/** The text in place of the link that a mail would have if it were sent. */
const deadLink: InEach<string> = {
  de: '  (Hier steht sonst ein Link. In einer Sandbox gibt es ihn nicht.)',
  en: '  (A link would be here. There is none in a sandbox.)',
};

/** A mail as a sandbox keeps it. */
export function shownInSandbox<M extends { lang: Language; body: string }>(
  mail: M,
): M & { last_error: string } {
  const body = mail.body.replace(`\n${LINK_LINE}\n`, () => `\n${deadLink[mail.lang]}\n`);
  return { ...mail, body, last_error: IN_SANDBOX };
}
