import { escapeHtml } from '../../../shared/web/escape-html.ts';
import type { DemoContent, DemoDeal } from '../../demo/crm-content.ts';
import { type About, frameOf, shownDeal } from './page.ts';
import { pageTexts } from './texts.ts';

/** All deals, the newest first. */
export function listPage(content: DemoContent, about: About): string {
  const texts = pageTexts[about.language];
  const newestFirst = content.deals.toReversed();
  const deleted = newestFirst.filter(({ is_deleted }) => is_deleted);
  const kept = newestFirst.filter(({ is_deleted }) => !is_deleted);
  const shown = `<h1>${texts.title}</h1>
<p class="soft">${texts.lead}</p>
${tableOf(kept, content, about, texts.all)}
${deleted.length > 0 ? `<h2>${texts.removed}</h2>${tableOf(deleted, content, about, texts.removed)}` : ''}`;
  return frameOf({ ...about, title: texts.title, path: '/', content: shown });
}

function tableOf(
  deals: DemoDeal[],
  content: DemoContent,
  { language }: About,
  label: string,
): string {
  const texts = pageTexts[language];
  const rows = deals.map((deal) => {
    const { outcome, stage, pipeline, amount, owner } = shownDeal(deal, content, language);
    return `<tr><td><a href="/deals/${deal.id}?lang=${language}">${escapeHtml(deal.title)}</a></td>
<td><span class="badge ${outcome}">${texts[outcome]}</span></td>
<td>${stage}</td><td>${pipeline}</td><td class="number">${amount}</td><td>${owner}</td></tr>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr><th scope="col">${texts.deal}</th><th scope="col">${texts.outcome}</th>
<th scope="col">${texts.stage}</th><th scope="col">${texts.pipeline}</th>
<th scope="col" class="number">${texts.amount}</th><th scope="col">${texts.owner}</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`;
}
