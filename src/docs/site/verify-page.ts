import { defineTexts } from '../../app/text/define-texts.ts';
import type { Language } from '../../shared/language/language.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import type { Page } from '../page.ts';
import { bodyCauses, type Cause, headerCauses, secretCauses } from '../verify/cause-texts.ts';
import { rawBodies } from '../verify/texts.ts';
import { linksFrom, servedMarkdown } from './links.ts';

const texts = defineTexts(
  {
    shortTitle: 'Signatur prüfen',
    opening: `# Eine Webhook-Signatur prüfen

Fügen Sie ein, was bei Ihnen angekommen ist, und lesen Sie, ob es echt ist, und wenn nicht, woran es liegt.

Alles wird in diesem Browser berechnet: nichts davon wird gesendet oder gespeichert. Wie Ihr Programm die Signatur prüft, steht in [Webhooks](webhooks.md).`,
    rawBody: `## Der Body, bevor ihn etwas liest

Signiert sind die Bytes, die gesendet wurden. Wer den Body liest und neu schreibt, bekommt andere. So kommen Sie an die richtigen:`,
    rawHead: 'Wo | Womit',
    clock: `## Die Uhr des Empfängers

\`t\` ist die Zeit, zu der der Dienst gesendet hat. Ihr Programm vergleicht sie mit der Uhr seines Rechners, und die kann eine andere sein als die dieses Browsers. Geht sie mehr als fünf Minuten vor, dann lehnt Ihr Programm echte Anfragen als zu alt ab. Geht sie nach, dann lehnen Bibliotheken von Standard Webhooks sie ab. Tragen Sie ein, was \`date +%s\` dort ausgibt. [Lassen Sie NTP die Uhr stellen](webhooks.md#die-uhr-ihres-empfängers).`,
    secret: '## Was mit dem Secret sein kann',
    body: '## Was mit dem Body sein kann',
    header: '## Was mit dem Header sein kann',
    head: 'Was die Prüfung sagt | Was Sie tun',
  },
  {
    shortTitle: 'Verify a signature',
    opening: `# Verify a webhook signature

Paste what has arrived, and read whether it is genuine, and if not, why.

All of it is computed in this browser: nothing is sent or stored. How your program verifies the signature is in [Webhooks](webhooks.md).`,
    rawBody: `## The body before anything parses it

What is signed are the bytes that were sent. A program that parses the body and writes it again gets others. How to get at the right ones:`,
    rawHead: 'Where | How',
    clock: `## The clock of the receiver

\`t\` is the time at which the service sent. Your program compares it with the clock of its own machine, which may be another one than that of this browser. If that clock is fast by more than five minutes, your program refuses genuine requests as too old. If it is slow, libraries of Standard Webhooks refuse them. Enter what \`date +%s\` prints there. [Let NTP set the clock](webhooks.md#the-clock-of-your-receiver).`,
    secret: '## What may be wrong with the secret',
    body: '## What may be wrong with the body',
    header: '## What may be wrong with the header',
    head: 'What the check says | What to do',
  },
);

/** The page that checks a signature. It lists all possible results, so that readers and the search can find them. */
export function verifyPage(language: Language): Page {
  const t = texts[language];
  const causes = (all: Record<string, Record<Language, Cause>>) =>
    table(
      t.head,
      Object.values(all).map((one) => [plain(one[language].title), plain(one[language].cure)]),
    );
  const text = [
    t.opening,
    t.rawBody,
    table(
      t.rawHead,
      rawBodies.map(([where, how]) => [where, `\`${how}\``]),
    ),
    ...[t.body, causes(bodyCauses), t.secret, causes(secretCauses)],
    ...[t.header, causes(headerCauses)],
    t.clock,
  ].join('\n\n');
  const linkOf = linksFrom(`docs/guides/${language}/verify.md`, language);
  const { html, ...rest } = renderMarkdown(text, { language, linkOf });
  const [opening = '', ...others] = html.split(/(?=<div class="heading">)/);
  return {
    ...rest,
    language,
    path: 'verify',
    group: 'tools',
    shortTitle: t.shortTitle,
    body: { kind: 'verify', opening, html: others.join('') },
    markdown: `${servedMarkdown(text, linkOf)}\n`,
  };
}

function table(head: string, rows: readonly [string, string][]): string {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`);
  return [`| ${head} |`, '|---|---|', ...lines].join('\n');
}

/** Escapes a plain text for Markdown. */
function plain(text: string): string {
  return text.replaceAll(/[\\<>|*_&[\]]/g, (sign) => (sign === '|' ? '\\|' : `\\${sign}`));
}
