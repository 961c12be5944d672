import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../shared/escape-html.ts';
import { type Language, languages } from '../../../shared/language.ts';
import { style } from './style.ts';
import { pageTexts } from './texts.ts';

/** What every page needs beside its content. */
export type About = {
  language: Language;
  publicUrl: string;
  /** What the last form has done, from the address. */
  done: string | null;
};

const styleHash = createHash('sha256').update(style).digest('base64');

/** They allow this one style sheet, forms to this server, and no scripts. */
export const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

type Frame = About & { title: string; path: string; content: string };

export function frameOf({ language, publicUrl, done, title, path, content }: Frame): string {
  const texts = pageTexts[language];
  const others = languages
    .filter((each) => each !== language)
    .map((each) => `<a href="${path}?lang=${each}" lang="${each}">${nameOf(each)}</a>`);
  const text = Object.entries(texts.done).find(([name]) => name === done)?.[1];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<header><a class="home" href="/?lang=${language}">${texts.title}</a>
<nav><a href="${escapeHtml(publicUrl)}/app/crm">${texts.toApp}</a> ${others.join(' ')}</nav></header>
<main>
${text ? `<p class="notice good" role="status">${text}</p>` : ''}
${content}
</main>
</body>
</html>
`;
}

function nameOf(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}
