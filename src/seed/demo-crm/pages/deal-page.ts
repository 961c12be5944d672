import type { Language } from '../../../shared/language/language.ts';
import { escapeHtml } from '../../../shared/web/escape-html.ts';
import type { DemoContent, DemoDeal } from '../../demo/crm-content.ts';
import { outcomeOf, stagesOf } from '../../demo/crm-sales.ts';
import { type About, frameOf, shownDeal } from './page.ts';
import { pageTexts, type Texts } from './texts.ts';

/** The page of a deal, with forms to change it. Undefined if there is no deal with this id. */
export function dealPage(
  content: DemoContent,
  id: string,
  about: About & { wrong?: keyof Texts; entered?: URLSearchParams },
): string | undefined {
  const deal = content.deals.find((each) => each.id === id);
  if (!deal) return undefined;
  const { language, wrong, entered = new URLSearchParams() } = about;
  const texts = pageTexts[language];
  const shown = `<p><a href="/?lang=${language}">${texts.all}</a></p>
${wrong ? `<p class="notice bad" role="alert">${texts[wrong]}</p>` : ''}
<h1>${escapeHtml(deal.title)}</h1>
${summaryOf(deal, content, language)}
${deal.is_deleted ? restoreForm(deal, language) : formsOf(deal, content, { language, entered })}`;
  return frameOf({ ...about, title: deal.title, path: `/deals/${id}`, content: shown });
}

function summaryOf(deal: DemoDeal, content: DemoContent, language: Language): string {
  const texts = pageTexts[language];
  const { outcome, stage, pipeline, amount, owner } = shownDeal(deal, content, language);
  const facts = [deal.id, amount, pipeline, stage, owner].filter((fact) => fact !== '');
  return `<p class="soft"><span class="badge ${outcome}">${texts[outcome]}</span>
${facts.join(' · ')}</p>`;
}

type Shown = {
  language: Language;
  /** The refused values of a form, to be shown again. */
  entered: URLSearchParams;
};

function formsOf(deal: DemoDeal, content: DemoContent, { language, entered }: Shown): string {
  const texts = pageTexts[language];
  const options = stagesOf(deal.pipeline_id, language).map((stage) => {
    const chosen = stage.id === (entered.get('stage') ?? deal.stage_id) ? ' selected' : '';
    const outcome = texts[outcomeOf(stage)];
    return `<option value="${stage.id}"${chosen}>${stage.name} (${outcome})</option>`;
  });
  const edit = `<div><label for="amount">${texts.amount} (${deal.currency})</label>
<input id="amount" name="amount" inputmode="decimal" value="${escapeHtml(entered.get('amount') ?? shownAmount(deal, language))}"></div>
<div><label for="stage">${texts.stage}</label>
<select id="stage" name="stage">${options.join('')}</select></div>
<div><label for="reason">${texts.reason}</label>
<input id="reason" name="lost_reason" maxlength="200" value="${escapeHtml(entered.get('lost_reason') ?? deal.lost_reason ?? '')}"
  aria-describedby="reason-hint"><p id="reason-hint" class="soft">${texts.reasonHint}</p></div>`;
  const note = `<div><label for="note">${texts.note}</label>
<textarea id="note" name="note" maxlength="2000" required aria-describedby="note-hint">${escapeHtml(entered.get('note') ?? '')}</textarea>
<p id="note-hint" class="soft">${texts.noteHint}</p></div>`;
  const actions = { deal, language };
  return `<h2>${texts.edit}</h2>${formOf(actions, 'save', edit, texts.save)}
<h2>${texts.notes}</h2>${notesOf(deal, content, language)}
${formOf(actions, 'note', note, texts.add, 'quiet')}
<h2>${texts.remove}</h2><p class="soft">${texts.removeHint}</p>
${formOf(actions, 'delete', '', texts.remove, 'quiet')}`;
}

function restoreForm(deal: DemoDeal, language: Language): string {
  const texts = pageTexts[language];
  return `<p>${texts.isRemoved}</p>${formOf({ deal, language }, 'restore', '', texts.restore)}`;
}

function formOf(
  { deal, language }: { deal: DemoDeal; language: Language },
  action: string,
  fields: string,
  button: string,
  look = '',
): string {
  return `<form class="fields" method="post" action="/deals/${deal.id}?lang=${language}">
<input type="hidden" name="action" value="${action}">
${fields}<button class="${look}">${button}</button></form>`;
}

function notesOf(deal: DemoDeal, content: DemoContent, language: Language): string {
  const notes = content.notes.filter(({ deal_id }) => deal_id === deal.id).toReversed();
  if (notes.length === 0) return `<p class="soft">${pageTexts[language].noNotes}</p>`;
  const items = notes.map(({ text }) => `<li>${escapeHtml(text)}</li>`);
  return `<ul class="notes">${items.join('')}</ul>`;
}

/** The amount as a person would type it. */
function shownAmount({ amount }: DemoDeal, language: Language): string {
  const text = amount ?? '';
  return language === 'de' ? text.replace('.', ',') : text;
}
