import type { IncomingMessage } from 'node:http';
import { LocalServer } from '../../shared/process/local-server.ts';
import { escapeHtml } from '../../shared/web/escape-html.ts';
import { type DemoContent, numberOf } from '../demo/crm-content.ts';
import { fieldsIn, outcomeOf, pipelinesIn, stageOf } from '../demo/crm-sales.ts';

export type Answer = { status: number; headers: Record<string, string>; body: string };

/** A server that only this machine reaches, of the demo's CRM or of practice CRMs. */
export function serveAnswers(
  answerOf: (req: IncomingMessage) => Promise<Answer>,
  options: ConstructorParameters<typeof LocalServer>[1],
): LocalServer {
  return new LocalServer(async (req, res) => {
    const { status, headers, body } = await answerOf(req);
    res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
    res.end(req.method === 'HEAD' ? undefined : body);
  }, options);
}

export function plain(status: number, body: string): Answer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body };
}

const PAGE = 20;

type Named = { id: string; name: string };

/** The answer to a program. Undefined if the path does not exist. */
export function answerPrograms(
  { language, owners, deals, notes }: DemoContent,
  { pathname, searchParams }: URL,
  account: Named,
): Answer | undefined {
  switch (pathname) {
    case '/api/account':
      return json(accountOf(account));
    case '/api/reference':
      return json({ owners, pipelines: pipelinesIn(language), fields: fieldsIn(language) });
    case '/api/deals': {
      const answers = deals.map((deal) => {
        const stage = stageOf(deal);
        const probability = stage?.probability ?? null;
        return { ...deal, probability, outcome: stage && outcomeOf(stage) };
      });
      return json(pageOf(answers, 'deals', searchParams));
    }
    case '/api/notes': {
      const deleted = new Map(deals.map(({ id, is_deleted }) => [id, is_deleted]));
      const answers = notes.map(({ text, ...note }) => {
        const html = `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
        return { ...note, html, is_deleted: deleted.get(note.deal_id) ?? true };
      });
      return json(pageOf(answers, 'notes', searchParams));
    }
    default:
      return undefined;
  }
}

export function accountOf(account: Named) {
  return { ...account, currency: 'EUR', time_zone: 'Europe/Berlin' };
}

function json(data: object): Answer {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return { status: 200, headers, body: JSON.stringify(data) };
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
