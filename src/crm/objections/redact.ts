import type { ObjectionLanguage } from './objection-classifier.ts';

// Private characters stand for what is redacted: they belong to no language, and make no text longer.
const MAIL = '\ue000';
const PHONE = '\ue001';
const ACCOUNT = '\ue002';
const ADDRESS = '\ue003';

const words: Record<ObjectionLanguage, Record<string, string>> = {
  de: { [MAIL]: '…@…', [PHONE]: '[Telefonnummer]', [ACCOUNT]: '[IBAN]', [ADDRESS]: '[Link]' },
  en: { [MAIL]: '…@…', [PHONE]: '[phone number]', [ACCOUNT]: '[IBAN]', [ADDRESS]: '[link]' },
};

const mail = /(?:mailto:)?[^\s@<>()[\]{}"',;:|]{1,100}(?:@|＠)[^\s@＠<>()[\]{}"',;:|]{1,255}/g;
const writtenMail =
  /[\w.+-]{1,64} ?[[({] ?(?:at|ät) ?[\])}] ?[\w-]{1,63}(?: ?(?:\.|[[({] ?(?:dot|punkt) ?[\])}]) ?[\w-]{1,63}){1,4}/gi;
const link =
  /(?:(?<![\p{L}\p{N}])[a-z][a-z0-9+.-]{1,20}:\/\/|(?<![\p{L}\p{N}])www\.)[^\s<>"]+|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.){1,4}[a-z]{2,10}\/[^\s<>"]*/giu;
const iban =
  /(?<![\p{L}\p{N}])[A-Za-z]{2}\d{2}(?:[ -]?\d{4}|[ -]?[A-Z]{4}\d{0,4}){2,7}(?:[ -]?[\dA-Z]{1,4})?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[a-z]{2}\d{2}[a-z0-9]{11,30}(?![\p{L}\p{N}])/giu;
const digits = /(?<![\p{L}\p{N}])(?:\+ ?|\( ?\+? ?)?\p{Nd}(?:[ ()./‐‑–—-]{0,3}\p{Nd}){4,}/gu;
const called =
  /((?<![\p{L}\p{N}])(?:tel|telefon|telefonnummer|phone|mobil|mobile|handy|fax|durchwahl|dw|ext|extension|cell)\b[.: ]{0,3}(?:nr\.? ?)?)([+(]?\p{Nd}[\p{Nd} ()./-]{1,24}\p{Nd})/giu;
// Dates, amounts and years are no numbers of people: "31.12.2026", "1.500.000", "2026/2027".
const dates =
  /(?<!\p{Nd})(?:\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}|\p{Nd}{1,2}[./]\p{Nd}{1,2}[./](?:\p{Nd}{4}|\p{Nd}{2}))(?!\p{Nd})/gu;
const amountsAndYears =
  /(?<!\p{Nd})(?:[1-9]\p{Nd}{0,2}(?:\.\p{Nd}{3})+|(?:19|20)\p{Nd}{2})(?!\p{Nd})/gu;

/** Replaces e-mail addresses, telephone numbers, IBANs and web addresses by signs that no text contains before. */
export function redact(text: string): string {
  const named = /[@＠]/.test(text) ? text.replace(mail, MAIL) : text;
  const unwritten = /[[({] ?[aä]t/i.test(named) ? named.replace(writtenMail, MAIL) : named;
  const unlinked = /[/]|www\./i.test(unwritten) ? unwritten.replace(link, ADDRESS) : unwritten;
  if (!/\p{Nd}/u.test(unlinked)) return unlinked;
  return unlinked
    .replace(iban, ACCOUNT)
    .replace(called, `$1${PHONE}`)
    .replace(digits, (number) => (isPhone(number) ? PHONE : number));
}

/** Whether this is a telephone number, or any number that is too long for an amount. */
function isPhone(number: string): boolean {
  if (/^\(? ?\+/.test(number)) return digitsIn(number) >= 6;
  const undated = number.replace(dates, ' ').trim();
  if (/^\(? ?0/.test(undated)) return digitsIn(undated) >= 6;
  if (/^(?:1[ .-])?\(?\p{Nd}{3}\)?[ .-]{1,2}\p{Nd}{3}[ .-]\p{Nd}{4}$/u.test(undated)) return true;
  const rest = undated.replace(amountsAndYears, ' ');
  return digitsIn(rest) >= (/[/()]/.test(rest) ? 7 : 10);
}

function digitsIn(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}

/** The redacted text with words in place of the signs. */
export function named(text: string, lang: ObjectionLanguage): string {
  return text.replace(/[\ue000-\ue003]/g, (sign) => words[lang][sign] ?? '');
}
