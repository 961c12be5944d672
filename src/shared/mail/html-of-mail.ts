import type { InEach, Language } from '../language/language.ts';
import { escapeHtml } from '../web/escape-html.ts';
import { type StateTone, states } from '../web/states.ts';
import { mailStyle } from './mail-style.ts';

type WrittenMail = {
  lang: Language;
  subject: string;
  /** The text part. Its blocks are separated by empty lines. */
  body: string;
  publicUrl: string;
  /** What the one-time link of the mail is for. Null if the mail has none. */
  purpose: keyof typeof linkWords | null;
};

const linkWords = {
  first_sign_in: { de: 'Zum ersten Mal anmelden', en: 'Sign in for the first time' },
  invitation: { de: 'Einladung annehmen', en: 'Accept the invitation' },
  password_reset: { de: 'Neues Passwort festlegen', en: 'Set a new password' },
  email_change: { de: 'Neue Adresse bestätigen', en: 'Confirm the new address' },
  email_undo: { de: 'Änderung rückgängig machen', en: 'Undo the change' },
  contact_confirm: { de: 'Zustimmen oder ablehnen', en: 'Agree or decline' },
  contact_stop: { de: 'Nachrichten beenden', en: 'Stop these messages' },
} satisfies Record<string, InEach<string>>;
const pageWords: InEach<{ signIn: string; page: string }> = {
  de: { signIn: 'Anmelden', page: 'In der App öffnen' },
  en: { signIn: 'Sign in', page: 'Open in the app' },
};

/**
 * The HTML part of a mail, made from its text part, so that both say the same. It has no image and asks no server for
 * anything. Only an address on a line of its own becomes a link: words of other people cannot make such a line.
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

/** The first link into the app is the button of the mail. All others stay small. */
function writeBlocks(blocks: string[], mail: WrittenMail): string[] {
  let hasButton = false;
  return blocks.flatMap((block) => {
    const { text, address } = splitAddress(block);
    const written = text === '' ? [] : [writeText(text)];
    if (address === null) return written;
    const isOurs = address.startsWith(`${mail.publicUrl}/app/`);
    const isButton = isOurs && !hasButton && mail.purpose !== 'contact_stop';
    hasButton ||= isButton;
    return [...written, isButton ? button(address, mail) : quietLink(address)];
  });
}

const isListed = (line: string) => /^ {2}- \S/.test(line);
const isFact = (line: string) => /^ {2}[^\s:][^:]*: \S/.test(line);
const isIndented = (line: string) => line.startsWith('  ');

function writeText(text: string): string {
  const lines = text.split('\n');
  if (lines.every(isListed)) {
    return `<ul>${lines.map((line) => `<li>${escapeHtml(line.slice(4))}</li>`).join('')}</ul>`;
  }
  if (lines.every(isFact)) return facts(lines);
  if (lines.every(isIndented)) {
    return `<pre>${escapeHtml(lines.map((line) => line.slice(2)).join('\n'))}</pre>`;
  }
  return `<p>${lines.map(escapeHtml).join('<br>')}</p>`;
}

function facts(lines: string[]): string {
  const rows = lines.map((line) => {
    const end = line.indexOf(': ');
    const [label, value] = [line.slice(2, end), line.slice(end + 2)];
    const mark = label === 'Status' ? dot(value) : '';
    return `<tr><th scope="row">${escapeHtml(label)}</th><td>${mark}${escapeHtml(value)}</td></tr>`;
  });
  return `<table class="facts" cellpadding="0" cellspacing="0">${rows.join('')}</table>`;
}

/** The dot that the app shows beside the word of a state. */
function dot(value: string): string {
  const tone = toneOfWord(value);
  return tone ? `<span aria-hidden="true" class="${tone}">&#9679;</span> ` : '';
}

function toneOfWord(word: string): StateTone | undefined {
  const named = [...Object.values(states.endpoint), ...Object.values(states.key)];
  return named.find(({ de, en }) => de === word || en === word)?.tone;
}

/** Takes the address from the last line of a block. The words "In the app" only announce the button. */
function splitAddress(block: string): { text: string; address: string | null } {
  const lines = block.split('\n');
  const [, address] =
    /^(?:In der App: |In the app: | *)(https?:\/\/\S+)$/.exec(lines.at(-1) ?? '') ?? [];
  if (address === undefined) return { text: block, address: null };
  return { text: lines.slice(0, -1).join('\n'), address };
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
