import type { LinkPurpose } from '../../features/account/link.schema.ts';
import { escapeHtml } from '../../shared/escape-html.ts';
import type { InEach, Language } from '../../shared/language.ts';
import { type StateTone, states } from '../../shared/states.ts';
import { mailStyle, toneColors } from './mail-style.ts';

type WrittenMail = {
  lang: Language;
  subject: string;
  /** The text part. Its blocks are separated by empty lines. */
  body: string;
  publicUrl: string;
  /** What the one-time link of the mail is for. Null if the mail has none. */
  purpose: LinkPurpose | null;
};

const linkWords: Record<LinkPurpose, InEach<string>> = {
  first_sign_in: { de: 'Zum ersten Mal anmelden', en: 'Sign in for the first time' },
  invitation: { de: 'Einladung annehmen', en: 'Accept the invitation' },
  password_reset: { de: 'Neues Passwort festlegen', en: 'Set a new password' },
  email_change: { de: 'Neue Adresse bestätigen', en: 'Confirm the new address' },
  email_undo: { de: 'Änderung rückgängig machen', en: 'Undo the change' },
  contact_confirm: { de: 'Zustimmen oder ablehnen', en: 'Agree or decline' },
  contact_stop: { de: 'Nachrichten beenden', en: 'Stop these messages' },
};
const pageWords: InEach<{ signIn: string; page: string }> = {
  de: { signIn: 'Anmelden', page: 'In der App öffnen' },
  en: { signIn: 'Sign in', page: 'Open in the app' },
};

/**
 * The HTML part of a mail, made from its text part, so that both say the same. It has no image and asks no server for
 * anything. Only addresses of the app become links: a mail also contains words of other people, which stay text.
 */
export function htmlOfMail(mail: WrittenMail): string {
  const subject = escapeHtml(mail.subject);
  const blocks = mail.body
    .replace(/^\n+/, '')
    .trimEnd()
    .split(/\n{2,}/);
  return `<!doctype html>
<html lang="${mail.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${mailStyle}</style>
</head>
<body>
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td class="outer" align="center">
<table class="card" role="presentation" width="560" cellpadding="0" cellspacing="0"><tr><td class="inner">
<p class="product">Team API</p>
<h1>${subject}</h1>
${writeBlocks(blocks, mail).join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** The first link of a mail is its button. All others stay small. */
function writeBlocks(blocks: string[], mail: WrittenMail): string[] {
  let hasButton = false;
  return blocks.flatMap((block) => {
    const { text, address } = splitAddress(block, mail.publicUrl);
    const written = text === '' ? [] : [writeText(text)];
    if (address === null) return written;
    const isButton = !hasButton && mail.purpose !== 'contact_stop';
    hasButton ||= isButton;
    return [...written, isButton ? button(address, mail) : quietLink(address)];
  });
}

const isListed = (line: string) => /^ {2}- /.test(line);
const isFact = (line: string) => /^ {2}[^\s:][^:]*: \S/.test(line);
const isIndented = (line: string) => line.startsWith('  ');

function writeText(text: string): string {
  const lines = text.split('\n');
  if (lines.every(isListed)) {
    return `<ul>${lines.map((line) => `<li>${escapeHtml(line.slice(4))}</li>`).join('')}</ul>`;
  }
  if (lines.every((line) => isFact(line) && !isRequest(line))) return facts(lines);
  if (lines.every(isIndented)) {
    return `<pre>${escapeHtml(lines.map((line) => line.slice(2)).join('\n'))}</pre>`;
  }
  return `<p>${lines.map(escapeHtml).join('<br>')}</p>`;
}

/** `GET https://…` would look like a label and its value. */
const isRequest = (line: string) => /^ {2}([A-Z]+ http|\{)/.test(line);

function facts(lines: string[]): string {
  const rows = lines.map((line) => {
    const end = line.indexOf(': ');
    const value = line.slice(end + 2);
    return `<tr><th scope="row">${escapeHtml(line.slice(2, end))}</th><td>${dot(value)}${escapeHtml(value)}</td></tr>`;
  });
  return `<table class="facts" cellpadding="0" cellspacing="0">${rows.join('')}</table>`;
}

/** A value that is the word of a state gets the dot that the app shows beside this word (P960). */
function dot(value: string): string {
  const tone = toneOfWord(value);
  return tone ? `<span aria-hidden="true" style="color:${toneColors[tone]}">&#9679;</span> ` : '';
}

function toneOfWord(word: string): StateTone | undefined {
  const named = [...Object.values(states.endpoint), ...Object.values(states.key)];
  return named.find(({ de, en }) => de === word || en === word)?.tone;
}

/** Takes the address of a page of ours from the end of a block, and the words that only announce it. */
function splitAddress(block: string, publicUrl: string): { text: string; address: string | null } {
  const start = block.search(/\S+$/);
  const address = block.slice(start);
  if (!address.startsWith(`${publicUrl}/app/`)) return { text: block, address: null };
  const text = block.slice(0, start).trimEnd();
  return { text: /^(In der App|In the app):$/.test(text) ? '' : text, address };
}

function button(address: string, { lang, purpose, publicUrl }: WrittenMail): string {
  const isOneTime = address.startsWith(`${publicUrl}/app/link#`);
  const words =
    isOneTime && purpose
      ? linkWords[purpose][lang]
      : pageWords[lang][address === `${publicUrl}/app/sign-in` ? 'signIn' : 'page'];
  const href = escapeHtml(address);
  return `<p class="action"><a class="button" href="${href}">${words}</a></p>
${quietLink(address)}`;
}

function quietLink(address: string): string {
  const href = escapeHtml(address);
  return `<p class="address"><a href="${href}">${href}</a></p>`;
}
