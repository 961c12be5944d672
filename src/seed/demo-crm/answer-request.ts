import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../shared/errors/errors.ts';
import { preferredLanguage } from '../../shared/language/accept-language.ts';
import { isLanguage, type Language } from '../../shared/language/language.ts';
import { readBytes } from '../../shared/load/request-body.ts';
import { uncounted } from '../../shared/load/unused-bodies.ts';
import { answerPrograms, demoAccount } from './answers.ts';
import { dealPage } from './pages/deal-page.ts';
import { listPage } from './pages/list-page.ts';
import { pageHeaders } from './pages/page.ts';
import { pageTexts } from './pages/texts.ts';
import type { DemoRecords } from './records.ts';
import { takeForm } from './take-form.ts';

export type DemoCrmParts = {
  records: DemoRecords;
  publicUrl: string;
  now: () => Promise<Date>;
};

type Answer = { status: number; headers: Record<string, string>; body: string };

const MAX_FORM_BYTES = 20_000;

/** Answers programs in JSON, and people with pages that work without scripts. */
export async function answerRequest(
  req: IncomingMessage,
  res: ServerResponse,
  parts: DemoCrmParts,
): Promise<void> {
  writeAnswer(req, res, await answerOf(req, parts).catch(refusalOf));
}

export function writeAnswer(
  { method }: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: Answer,
): void {
  res.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  res.end(method === 'HEAD' ? undefined : body);
}

/** The answer to a form that is too large or does not arrive. It is not logged as our fault. */
function refusalOf(error: unknown): Answer {
  if (error instanceof ApiError) return plain(400, error.message);
  throw error;
}

async function answerOf(req: IncomingMessage, parts: DemoCrmParts): Promise<Answer> {
  if (!isAtHome(req)) return plain(403, 'This CRM answers only at its own address.');
  const { method = 'GET', url: target = '/' } = req;
  if (!URL.canParse(target, 'http://crm')) return plain(400, 'This address cannot be read.');
  const url = new URL(target, 'http://crm');
  if (method === 'POST') return answerForm(req, url, parts);
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'Only GET and POST.');
  const { content } = parts.records;
  const data = answerPrograms(content, url, demoAccount(content));
  if (data) return json(data);
  const language = languageOf(req, url);
  const about = { language, publicUrl: parts.publicUrl, done: url.searchParams.get('done') };
  if (url.pathname === '/') return page(200, listPage(content, about));
  const id = dealIdOf(url);
  const shown = id && dealPage(content, id, about);
  return shown ? page(200, shown) : plain(404, pageTexts[language].noPage);
}

async function answerForm(
  req: IncomingMessage,
  url: URL,
  { records, publicUrl, now }: DemoCrmParts,
): Promise<Answer> {
  const id = dealIdOf(url);
  const language = languageOf(req, url);
  if (!id || !records.content.deals.some((deal) => deal.id === id))
    return plain(404, pageTexts[language].noPage);
  const body = await readBytes(req, MAX_FORM_BYTES, uncounted());
  const form = new URLSearchParams(body.toString());
  const taken = takeForm(records, { id, form, now: await now() });
  if ('wrong' in taken) {
    const about = { language, publicUrl, done: null, ...taken, entered: form };
    return page(422, dealPage(records.content, id, about) ?? '');
  }
  const Location = `${url.pathname}?lang=${language}&done=${taken.done}`;
  return { status: 303, headers: { Location }, body: '' };
}

/** False if a page of another site sends a form here, or calls this server by another name, as after DNS rebinding. */
function isAtHome({ method, headers }: IncomingMessage): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = headers;
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)) return false;
  if (method !== 'POST') return true;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  return origin === undefined || origin === `http://${host}`;
}

function dealIdOf({ pathname }: URL): string | undefined {
  return /^\/deals\/(D-\d+)$/.exec(pathname)?.[1];
}

function languageOf({ headers }: IncomingMessage, { searchParams }: URL): Language {
  const requested = searchParams.get('lang');
  return isLanguage(requested) ? requested : preferredLanguage(headers['accept-language']);
}

export function json(data: object): Answer {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  return { status: 200, headers, body: JSON.stringify(data) };
}

function page(status: number, body: string): Answer {
  return { status, headers: pageHeaders, body };
}

export function plain(status: number, body: string): Answer {
  return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body };
}
