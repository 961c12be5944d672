import { escapeHtml } from '../../../shared/escape-html.ts';
import type { DemoDeal, DemoRecords } from '../records.ts';
import { outcomeOf, pipelines, stageOf } from '../sales.ts';
import { amountText, ownerName } from './names.ts';
import { type About, frameOf } from './page.ts';
import { pageTexts } from './texts.ts';

/** All deals, the newest first. */
export function listPage(records: DemoRecords, about: About): string {
  const texts = pageTexts[about.language];
  const newestFirst = records.deals.toReversed();
  const deleted = newestFirst.filter(({ is_deleted }) => is_deleted);
  const kept = newestFirst.filter(({ is_deleted }) => !is_deleted);
  const content = `<h1>${texts.title}</h1>
<p class="soft">${texts.lead}</p>
${tableOf(kept, records, about, texts.all)}
${deleted.length > 0 ? `<h2>${texts.removed}</h2>${tableOf(deleted, records, about, texts.removed)}` : ''}`;
  return frameOf({ ...about, title: texts.title, path: '/', content });
}

function tableOf(
  deals: DemoDeal[],
  records: DemoRecords,
  { language }: About,
  label: string,
): string {
  const texts = pageTexts[language];
  const rows = deals.map((deal) => {
    const stage = stageOf(deal);
    const outcome = stage ? outcomeOf(stage) : 'open';
    const pipeline = pipelines.find(({ id }) => id === deal.pipeline_id)?.name[language] ?? '';
    return `<tr><td><a href="/deals/${deal.id}?lang=${language}">${escapeHtml(deal.title)}</a></td>
<td><span class="badge ${outcome}">${texts.outcomes[outcome]}</span></td>
<td>${stage?.name[language] ?? ''}</td><td>${pipeline}</td>
<td class="number">${amountText(deal, language)}</td>
<td>${escapeHtml(ownerName(records, deal) ?? texts.nobody)}</td></tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr><th scope="col">${texts.deal}</th><th scope="col">${texts.outcome}</th>
<th scope="col">${texts.stage}</th><th scope="col">${texts.pipeline}</th>
<th scope="col" class="number">${texts.amount}</th><th scope="col">${texts.owner}</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}
