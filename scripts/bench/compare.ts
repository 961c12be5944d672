import { isDeepStrictEqual } from 'node:util';
import type { CannonRequest } from 'autocannon';
import type { ServerProcess } from './server-process.ts';

const SAMPLES = 20;
const HEADERS = ['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'];

/** Both servers must give the same answers, or the comparison would mean nothing. */
export async function compareAnswers(
  product: ServerProcess,
  baseline: ServerProcess,
  requests: CannonRequest[],
): Promise<void> {
  const step = Math.ceil(requests.length / SAMPLES);
  for (const request of requests.filter((_, i) => i % step === 0)) {
    const ours = await ask(product, request);
    const theirs = await ask(baseline, ownKey(request));
    if (ours.status !== theirs.status || !same(request, ours.body, theirs.body)) {
      throw new Error(
        `Different answers to ${request.method} ${request.path}:\n${ours.status} ${ours.body}\n${theirs.status} ${theirs.body}`,
      );
    }
    for (const [server, answer] of [
      [product, ours],
      [baseline, theirs],
    ] as const) {
      const missing = HEADERS.filter((name) => !answer.headers.has(name));
      if (missing.length > 0) throw new Error(`${server.name} lacks ${missing.join(', ')}`);
    }
  }
}

/** Gives each server a key of its own. Otherwise one would replay the other's stored response. */
function ownKey(request: CannonRequest): CannonRequest {
  const key = request.headers['idempotency-key'];
  if (!key) return request;
  return { ...request, headers: { ...request.headers, 'idempotency-key': `${key}-baseline` } };
}

/**
 * Whether the answers are equal, byte by byte, except for the id and the time of what a POST has made, and for fields that
 * only ours has.
 */
function same(request: CannonRequest, ours: string, theirs: string): boolean {
  if (request.method === 'GET' && ours === theirs) return true;
  const made = (body: string) => ({ ...JSON.parse(body), id: '', created_at: '' });
  return isDeepStrictEqual(known(made(ours), made(theirs)), made(theirs));
}

/** What of ours stands in theirs too. */
function known(ours: unknown, theirs: unknown): unknown {
  if (Array.isArray(ours) && Array.isArray(theirs))
    return ours.map((one, n) => known(one, theirs[n]));
  if (!isObject(ours) || !isObject(theirs)) return ours;
  const fields = Object.entries(ours).filter(([name]) => name in theirs);
  return Object.fromEntries(fields.map(([name, value]) => [name, known(value, theirs[name])]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Asks twice, so that a replay is compared too. */
async function ask(server: ServerProcess, request: CannonRequest) {
  const send = () =>
    fetch(server.url + request.path, {
      method: request.method,
      headers: { ...request.headers, 'accept-encoding': 'identity' },
      body: request.body ?? null,
    });
  const first = await send();
  const body = await first.text();
  if (!first.ok) throw new Error(`${server.name}: ${first.status} ${body}`);
  const again = await (await send()).text();
  if (again !== body) throw new Error(`${server.name} answers differently when asked again`);
  return { status: first.status, headers: first.headers, body };
}
