import { createHash } from 'node:crypto';
import { type Language, languages } from '../../../shared/language/language.ts';
import { escapeHtml } from '../../../shared/web/escape-html.ts';
import type { DemoContent, DemoDeal } from '../../demo/crm-content.ts';
import { outcomeOf, pipelinesIn } from '../../demo/crm-sales.ts';
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

const doneTexts = ['saved', 'recorded', 'deleted', 'restored'] as const;

type Frame = About & { title: string; path: string; content: string };

export function frameOf({ language, publicUrl, done, title, path, content }: Frame): string {
  const texts = pageTexts[language];
  const others = languages
    .filter((each) => each !== language)
    .map((each) => `<a href="${path}?lang=${each}" lang="${each}">${nameOf(each)}</a>`);
  const said = doneTexts.find((name) => name === done);
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
${said ? `<p class="notice good" role="status">${texts[said]}</p>` : ''}
${content}
</main>
</body>
</html>
`;
}

function nameOf(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

/** A deal in the words of a page. */
export function shownDeal(deal: DemoDeal, { owners }: DemoContent, language: Language) {
  const { amount, currency } = deal;
  const pipeline = pipelinesIn(language).find(({ id }) => id === deal.pipeline_id);
  const stage = pipeline?.stages.find(({ id }) => id === deal.stage_id);
  const owner = owners.find(({ id }) => id === deal.owner_id);
  const money = new Intl.NumberFormat(language, { style: 'currency', currency });
  return {
    outcome: stage ? outcomeOf(stage) : 'open',
    stage: stage?.name ?? '',
    pipeline: pipeline?.name ?? '',
    amount: amount === null ? '' : money.format(Number(amount)),
    owner: escapeHtml(owner?.name ?? owner?.email ?? pageTexts[language].nobody),
  };
}
