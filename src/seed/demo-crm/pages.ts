import { createHash } from 'node:crypto';
import { type Language, languages } from '../../shared/language/language.ts';
import { escapeHtml } from '../../shared/web/escape-html.ts';
import type { DemoContent, DemoDeal } from '../demo/crm-content.ts';
import { outcomeOf, pipelinesIn, stagesOf } from '../demo/crm-sales.ts';
import { style } from './style.ts';
import { pageTexts, type Texts } from './texts.ts';

type About = {
  content: DemoContent;
  language: Language;
  publicUrl: string;
  /** What the last form has done, from the address. */
  done: string | null;
  /** Why the last form was refused, and its values, to be shown again. */
  wrong?: keyof Texts;
  entered?: URLSearchParams;
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

const columns = ['deal', 'outcome', 'stage', 'pipeline', 'amount', 'owner'] as const;
const doneTexts = ['saved', 'recorded', 'deleted', 'restored'] as const;

/** All deals, the newest first. */
export function listPage(about: About): string {
  const { content, language } = about;
  const { title, lead, all, removed } = pageTexts[language];
  const newestFirst = content.deals.toReversed();
  const deleted = newestFirst.filter(({ is_deleted }) => is_deleted);
  const kept = newestFirst.filter(({ is_deleted }) => !is_deleted);
  const ofDeleted = `<h2>${removed}</h2>${tableOf(deleted, removed, about)}`;
  const shown = `<h1>${title}</h1>
<p class="soft">${lead}</p>
${tableOf(kept, all, about)}
${deleted.length > 0 ? ofDeleted : ''}`;
  return frameOf(about, { title, path: '/', shown });
}

/** The page of a deal, with forms to change it. */
export function dealPage(deal: DemoDeal, about: About): string {
  const { language, wrong } = about;
  const texts = pageTexts[language];
  const { outcome, ...facts } = shownDeal(deal, about);
  const { amount, pipeline, stage, owner } = facts;
  const summary = [deal.id, amount, pipeline, stage, owner].filter((fact) => fact !== '');
  const shown = `<p><a href="/?lang=${language}">${texts.all}</a></p>
${wrong ? `<p class="notice bad" role="alert">${texts[wrong]}</p>` : ''}
<h1>${escapeHtml(deal.title)}</h1>
<p class="soft">${outcome}
${summary.join(' · ')}</p>
${deal.is_deleted ? `<p>${texts.isRemoved}</p>${formOf(deal, about, 'restore')}` : formsOf(deal, about)}`;
  return frameOf(about, { title: deal.title, path: `/deals/${deal.id}`, shown });
}

function frameOf(
  { language, publicUrl, done }: About,
  { title, path, shown }: { title: string; path: string; shown: string },
): string {
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
${shown}
</main>
</body>
</html>
`;
}

function nameOf(language: Language): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
}

function tableOf(deals: DemoDeal[], label: string, about: About): string {
  const texts = pageTexts[about.language];
  const look = (name: string) => (name === 'amount' ? ' class="number"' : '');
  const head = columns.map((name) => `<th scope="col"${look(name)}>${texts[name]}</th>`);
  const rows = deals.map((deal) => {
    const shown = shownDeal(deal, about);
    return `<tr>${columns.map((name) => `<td${look(name)}>${shown[name]}</td>`).join('\n')}</tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${head.join('\n')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}

/** A deal in HTML. */
function shownDeal(deal: DemoDeal, { content, language }: About) {
  const { id, title, amount, currency } = deal;
  const texts = pageTexts[language];
  const pipeline = pipelinesIn(language).find((each) => each.id === deal.pipeline_id);
  const stage = pipeline?.stages.find((each) => each.id === deal.stage_id);
  const owner = content.owners.find((each) => each.id === deal.owner_id);
  const outcome = stage ? outcomeOf(stage) : 'open';
  const money = new Intl.NumberFormat(language, { style: 'currency', currency });
  return {
    deal: `<a href="/deals/${id}?lang=${language}">${escapeHtml(title)}</a>`,
    outcome: `<span class="badge ${outcome}">${texts[outcome]}</span>`,
    stage: stage?.name ?? '',
    pipeline: pipeline?.name ?? '',
    amount: amount === null ? '' : money.format(Number(amount)),
    owner: escapeHtml(owner?.name ?? owner?.email ?? texts.nobody),
  };
}

function formsOf(deal: DemoDeal, about: About): string {
  const { content, language, entered } = about;
  const texts = pageTexts[language];
  const given = (name: string, kept: string | null) => escapeHtml(entered?.get(name) ?? kept ?? '');
  const amount = language === 'de' ? deal.amount?.replace('.', ',') : deal.amount;
  const chosen = entered?.get('stage') ?? deal.stage_id;
  const options = stagesOf(deal.pipeline_id, language).map((stage) => {
    const outcome = texts[outcomeOf(stage)];
    return `<option value="${stage.id}"${stage.id === chosen ? ' selected' : ''}>${stage.name} (${outcome})</option>`;
  });
  const edit = `<div><label for="amount">${texts.amount} (${deal.currency})</label>
<input id="amount" name="amount" inputmode="decimal" value="${given('amount', amount ?? null)}"></div>
<div><label for="stage">${texts.stage}</label>
<select id="stage" name="stage">${options.join('')}</select></div>
<div><label for="reason">${texts.reason}</label>
<input id="reason" name="lost_reason" maxlength="200" value="${given('lost_reason', deal.lost_reason)}"
  aria-describedby="reason-hint"><p id="reason-hint" class="soft">${texts.reasonHint}</p></div>`;
  const note = `<div><label for="note">${texts.note}</label>
<textarea id="note" name="note" maxlength="2000" required aria-describedby="note-hint">${given('note', null)}</textarea>
<p id="note-hint" class="soft">${texts.noteHint}</p></div>`;
  const items = content.notes
    .filter(({ deal_id }) => deal_id === deal.id)
    .map(({ text }) => `<li>${escapeHtml(text)}</li>`);
  const notes = `<ul class="notes">${items.toReversed().join('')}</ul>`;
  return `<h2>${texts.edit}</h2>${formOf(deal, about, 'save', edit)}
<h2>${texts.notes}</h2>${items.length > 0 ? notes : `<p class="soft">${texts.noNotes}</p>`}
${formOf(deal, about, 'note', note)}
<h2>${texts.remove}</h2><p class="soft">${texts.removeHint}</p>
${formOf(deal, about, 'delete')}`;
}

/** The text and the look of the button of each action. */
const buttons = {
  save: ['save', ''],
  note: ['add', 'quiet'],
  delete: ['remove', 'quiet'],
  restore: ['restore', ''],
} as const;

function formOf(
  { id }: DemoDeal,
  { language }: About,
  action: keyof typeof buttons,
  fields = '',
): string {
  const [text, look] = buttons[action];
  return `<form class="fields" method="post" action="/deals/${id}?lang=${language}">
<input type="hidden" name="action" value="${action}">
${fields}<button class="${look}">${pageTexts[language][text]}</button></form>`;
}
