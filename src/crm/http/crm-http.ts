import { setTimeout as sleep } from 'node:timers/promises';
import type { Access, CrmConnector, Target } from '../connector.ts';
import type { CrmApi, CrmRequest, CrmResponse } from '../crm-api.ts';
import { CrmFailure, QuotaWait } from '../crm-failure.ts';
import { judge, type Verdict } from './crm-answer.ts';
import { DEADLINE_MS, exchange, type Message } from './crm-exchange.ts';
import type { CrmNetwork } from './crm-network.ts';

/** The waits before a request is repeated. */
const BACKOFF_MS = [500, 2000, 8000];
/** After a longer pause nobody waits here: the synchronization continues later. */
const LONGEST_PAUSE_MS = 10_000;
/** How long to pause if the provider asks for pauses again and again and does not say how long. */
const DEFAULT_PAUSE_MS = 60_000;
const LONGEST_QUOTA_MS = 24 * 60 * 60 * 1000;
/** Nothing is repeated after this time. So a server that never answers costs two time limits, not four. */
const LAST_REPEAT_MS = 30_000;
/** The greatest number that the database can store. With a greater one, every transaction of a run would break off. */
const MOST_LEFT = 2 ** 31 - 1;
/** The least requests in a second. A CRM that grants fewer answers with 429, and the run then waits without a worker. */
const SLOWEST = 0.1;

type Connector = Pick<
  CrmConnector,
  'requestsPerSecond' | 'target' | 'tokenServer' | 'explain' | 'limits'
>;

export type CrmHttpOptions = {
  connector: Connector;
  network: CrmNetwork;
  /** Null while a code is redeemed: only the token server is asked then. */
  access: Access | null;
  /** Ends all requests when the worker stops. */
  signal?: AbortSignal;
  /** Renews credentials that the provider has refused. Null: they cannot be renewed. Never called twice in a row. */
  onRefused?: () => Promise<Access | null>;
  /** The time limit of one exchange. */
  deadlineMs?: number;
  /** Tests give a clock of their own. */
  clock?: Clock;
};

type Clock = {
  /** Milliseconds since any fixed moment. */
  now(): number;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  /** A random number from 0 to 1. */
  random(): number;
};

const realClock: Clock = {
  now: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { ...(signal ? { signal } : {}) }),
  random: Math.random,
};

/**
 * Sends the requests of one account (CrmApi). The caller sends one at a time. Two teams that have connected the same
 * account may each send one: with a lock for both, a provider that hangs would hold up the other team.
 */
export class CrmHttp implements CrmApi {
  readonly #options: CrmHttpOptions;
  readonly #clock: Clock;
  #access: Access | null;
  #wasRenewed = false;
  #perSecond: number;
  /** When the last request was sent, and how many such requests a second the provider accepts. */
  #last = { at: Number.NEGATIVE_INFINITY, perSecond: 1 };
  #requests = 0;
  #quotaLeft: number | null = null;
  #providerTime: Date | null = null;

  constructor(options: CrmHttpOptions) {
    this.#options = options;
    this.#clock = options.clock ?? realClock;
    this.#access = options.access;
    this.#perSecond = options.connector.requestsPerSecond;
  }

  get baseUrl(): string {
    return this.#targetOf('account').baseUrl;
  }

  get requests(): number {
    return this.#requests;
  }

  get quotaLeft(): number | null {
    return this.#quotaLeft;
  }

  get providerTime(): Date | null {
    return this.#providerTime;
  }

  /** Uses these renewed credentials for all further requests. */
  use(access: Access): void {
    this.#access = access;
  }

  async send(request: CrmRequest): Promise<CrmResponse> {
    const startedAt = this.#clock.now();
    for (let repeats = 0; ; ) {
      const verdict = await this.#ask(request);
      switch (verdict.kind) {
        case 'answer':
          this.#wasRenewed = false;
          return verdict.answer;
        case 'failure':
          throw verdict.failure;
        case 'refused':
          await this.#renew(request);
          break;
        case 'pause':
        case 'broken': {
          // A gateway may report a fault although the token server behind it has given new tokens.
          const isOnce = verdict.kind === 'broken' && request.server === 'token_server';
          const before = isOnce ? BACKOFF_MS.length : repeats;
          const spentMs = this.#clock.now() - startedAt;
          await this.#wait(waitOf(verdict, before, spentMs, this.#clock.random()));
          repeats += 1;
          break;
        }
      }
    }
  }

  async #ask(request: CrmRequest): Promise<Verdict> {
    const message = this.#messageOf(request);
    await this.#keepPace(request.perSecond);
    const { network, signal, connector, deadlineMs = DEADLINE_MS } = this.#options;
    this.#requests += 1;
    try {
      const raw = await exchange(network, message, { stop: signal, deadlineMs });
      const verdict = judge(raw, {
        accept: request.accept ?? [],
        isText: request.isText,
        mayBeEmpty: message.method !== 'GET' || raw.status === 204,
        explain: (answer) => connector.explain(answer),
      });
      this.#noteTime(raw.header('date'));
      this.#noteLimits(connector.limits({ status: raw.status, body: null, header: raw.header }));
      return verdict;
    } catch (error) {
      // The lost answer may have held a new token. A second request could end both tokens.
      if (!(error instanceof CrmFailure) || request.server === 'token_server') throw error;
      if (error.reason !== 'unavailable') throw error;
      return { kind: 'broken', waitMs: 0, failure: error };
    }
  }

  async #renew({ server }: CrmRequest): Promise<void> {
    const isNew = server !== 'token_server' && !this.#wasRenewed;
    const renewed = isNew ? await this.#options.onRefused?.() : null;
    if (!renewed) throw new CrmFailure('auth', { status: 401 });
    this.#wasRenewed = true;
    this.#access = renewed;
  }

  #messageOf(request: CrmRequest): Message {
    const { baseUrl, headers } = this.#targetOf(request.server ?? 'account');
    const url = request.path.startsWith('/') ? URL.parse(baseUrl + request.path) : null;
    // A provider may name the path of the next page, so the path can be anything.
    if (url === null || url.origin !== new URL(baseUrl).origin) {
      throw new CrmFailure('contract', { code: 'foreign_path' });
    }
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, value);
    }
    const { method = request.json || request.form ? 'POST' : 'GET' } = request;
    const accept = request.isText ? '*/*' : 'application/json';
    const all = { accept, ...headers, ...basicOf(request) };
    return { url, method, ...contentOf(request, all) };
  }

  #targetOf(server: 'account' | 'token_server'): Target {
    const { connector } = this.#options;
    if (server === 'token_server') {
      return { baseUrl: connector.tokenServer(this.#access), headers: {} };
    }
    if (this.#access === null) throw new CrmFailure('internal', { code: 'no_access' });
    return connector.target(this.#access);
  }

  async #keepPace(perSecond = Number.POSITIVE_INFINITY): Promise<void> {
    const now = this.#clock.now();
    const gapMs = 1000 / Math.min(this.#last.perSecond, this.#perSecond);
    const at = Math.max(this.#last.at + gapMs, now);
    this.#last = { at, perSecond };
    if (at > now) await this.#wait(at - now);
  }

  async #wait(ms: number): Promise<void> {
    const { signal } = this.#options;
    try {
      await this.#clock.wait(ms, signal);
    } finally {
      signal?.throwIfAborted();
    }
  }

  #noteTime(date: string | null): void {
    const ms = Date.parse(date ?? '');
    if (!Number.isNaN(ms)) this.#providerTime = new Date(ms);
  }

  #noteLimits({ left, perSecond }: { left: number | null; perSecond: number | null }): void {
    if (left !== null) this.#quotaLeft = Math.min(left, MOST_LEFT);
    if (perSecond !== null) this.#perSecond = Math.max(perSecond, SLOWEST);
  }
}

function basicOf({ basic }: CrmRequest): Record<string, string> {
  if (!basic) return {};
  const pair = Buffer.from(`${basic.user}:${basic.password}`).toString('base64');
  return { authorization: `Basic ${pair}` };
}

function contentOf({ json, form }: CrmRequest, headers: Record<string, string>) {
  if (form) {
    const type = 'application/x-www-form-urlencoded';
    return { headers: { ...headers, 'content-type': type }, body: `${new URLSearchParams(form)}` };
  }
  if (json === undefined) return { headers, body: null };
  return {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  };
}

/** How long to wait before the request is repeated. Throws if the request is not repeated. */
function waitOf(
  verdict: Extract<Verdict, { kind: 'pause' | 'broken' }>,
  repeats: number,
  spentMs: number,
  random: number,
): number {
  const backoff = BACKOFF_MS[repeats];
  const requestedMs = verdict.waitMs ?? 0;
  const isOver =
    backoff === undefined || spentMs > LAST_REPEAT_MS || requestedMs > LONGEST_PAUSE_MS;
  if (!isOver) return Math.max(requestedMs, backoff * (0.75 + random / 2));
  if (verdict.kind === 'broken' && requestedMs <= LONGEST_PAUSE_MS) throw verdict.failure;
  const ms = verdict.waitMs === null ? DEFAULT_PAUSE_MS : Math.max(requestedMs, 1000);
  throw new QuotaWait(Math.min(ms, LONGEST_QUOTA_MS));
}
