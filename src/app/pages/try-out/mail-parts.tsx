import { useState } from 'react';
import type { ShownMails } from '../../../features/try-out/try-out.schema.ts';
import type { Language } from '../../../shared/language/language.ts';
import { htmlOfMail } from '../../../shared/mail/html-of-mail.ts';
import { useTexts } from '../../text/language.ts';
import { Segments } from '../../ui/segments.tsx';
import { tryTexts } from './texts.ts';

type Props = { mail: ShownMails['data'][number] };

const parts = ['html', 'text'] as const;

/** Both parts of a mail: what most mail programs show, and the plain text. */
export function MailParts({ mail }: Props) {
  const t = useTexts(tryTexts);
  const [part, setPart] = useState<(typeof parts)[number]>('html');
  return (
    <div className="grid gap-3 px-4 pt-3 pb-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-soft">{t.partMore[part]}</p>
        <Segments label={t.part} names={t.parts} onChange={setPart} value={part} values={parts} />
      </div>
      {part === 'html' ? (
        <Html mail={mail} />
      ) : (
        <pre
          className="rounded-lg bg-sunk px-3.5 py-3 font-sans text-sm wrap-anywhere whitespace-pre-wrap"
          lang={mail.lang}
        >
          {mail.body}
        </pre>
      )}
    </div>
  );
}

/** The frame may do nothing: no script runs in it, and a link that asks for a new window does not get one. */
function Html({ mail: { lang, subject, body } }: Props) {
  const html = htmlOfMail({
    lang: lang as Language,
    subject,
    body,
    publicUrl: location.origin,
    // The mails of a sandbox have no link of their own.
    purpose: null,
  });
  return (
    <iframe
      className="h-120 w-full rounded-lg border border-line"
      sandbox=""
      srcDoc={html.replace('<head>', '<head>\n<base target="_blank">')}
      title={subject}
    />
  );
}
