import { escapeHtml } from '../../shared/web/escape-html.ts';
import { type DemoContent, type DemoDeal, type DemoNote, numberOf } from '../demo/crm-content.ts';
import {
  crmNames,
  DEMO_CONNECTION,
  fieldsIn,
  outcomeOf,
  pipelinesIn,
  stageOf,
} from '../demo/crm-sales.ts';

const PAGE = 20;

type Named = { id: string; name: string };

/** The account of the demo team's CRM. Its id is that of the connection that the team has from the beginning. */
export function demoAccount({ language }: Pick<DemoContent, 'language'>): Named {
  return { id: DEMO_CONNECTION, name: crmNames[language] };
}

/** The answer to a program. Undefined if the path does not exist. */
export function answerPrograms(records: DemoContent, url: URL, account: Named): object | undefined {
  switch (url.pathname) {
    case '/api/account':
      return accountOf(account);
    case '/api/reference':
      return {
        owners: records.owners,
        pipelines: pipelinesIn(records.language),
        fields: fieldsIn(records.language),
      };
    case '/api/deals':
      return pageOf(records.deals.map(dealAnswer), 'deals', url.searchParams);
    case '/api/notes': {
      const deals = new Map(records.deals.map((deal) => [deal.id, deal]));
      const notes = records.notes.map((note) => noteAnswer(note, deals.get(note.deal_id)));
      return pageOf(notes, 'notes', url.searchParams);
    }
    default:
      return undefined;
  }
}

export function accountOf(account: Named) {
  return { ...account, currency: 'EUR', time_zone: 'Europe/Berlin' };
}

function dealAnswer(deal: DemoDeal) {
  const stage = stageOf(deal);
  return { ...deal, probability: stage?.probability ?? null, outcome: stage && outcomeOf(stage) };
}

/** A note is deleted and comes back together with its deal. */
function noteAnswer({ text, ...note }: DemoNote, deal: DemoDeal | undefined) {
  return { ...note, html: paragraphOf(text), is_deleted: deal?.is_deleted ?? true };
}

type Listed = { id: string; changed_at: string; is_deleted: boolean };

/** The records that were changed in a window, by id. A window without a beginning leaves out deleted records. */
function pageOf(all: Listed[], name: string, query: URLSearchParams): object {
  const since = query.get('since');
  const until = query.get('until') ?? '9999';
  const after = Number(query.get('after') ?? -1);
  const found = all
    .filter(({ changed_at }) => changed_at >= (since ?? '') && changed_at < until)
    .filter(({ is_deleted }) => since !== null || !is_deleted)
    .toSorted((a, b) => numberOf(a.id) - numberOf(b.id));
  const left = found.filter(({ id }) => numberOf(id) > after);
  const page = left.slice(0, PAGE);
  const last = page.at(-1);
  const next = last && left.length > page.length ? String(numberOf(last.id)) : null;
  return { [name]: page, total: found.length, next };
}

function paragraphOf(text: string): string {
  return `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
}
