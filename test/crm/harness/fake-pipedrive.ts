import { FakeOAuth, OAuthRefusal } from './fake-oauth.ts';
import { type FakeAnswer, type FakeRequest, FakeServer } from './fake-server.ts';
import { LaggedRecords } from './lagged-records.ts';
import { customFields, pipelineOf, stageOf } from './pipedrive-fixtures.ts';
import { failed, PipedriveLimits } from './pipedrive-limits.ts';
import { checkQuery, listDeals, listNotes, PipedriveRefusal } from './pipedrive-lists.ts';

export type FakeDeal = {
  id: string;
  title: string | null;
  /** The number as JSON text, with all digits. */
  value: string;
  currency: string;
  status: 'open' | 'won' | 'lost' | 'deleted';
  stageId: number;
  pipelineId: number;
  ownerId: number;
  probability: number | null;
  lostReason: string | null;
  expectedCloseDate: string | null;
  closedAt: number | null;
  addedAt: number;
  changedAt: number;
  isArchived: boolean;
  customFields: Record<string, unknown>;
  lastActivityId: number | null;
  lastMailAt: number | null;
  /** Wrong fields in the answer. */
  broken: Record<string, unknown>;
};

export type FakeNote = {
  id: string;
  dealId: number | null;
  content: string;
  addedAt: number;
  changedAt: number;
  broken: Record<string, unknown>;
};

/** Pipedrive as its documentation describes it: one company, over real HTTP. */
export class FakePipedrive {
  readonly server = new FakeServer((request) => this.#answer(request));
  readonly clock = this.server.clock;
  readonly oauth = new FakeOAuth(this.clock);
  readonly deals = new LaggedRecords<FakeDeal>(this.clock);
  readonly notes = new LaggedRecords<FakeNote>(this.clock);
  readonly activities = new Map<number, { at: number }>();
  apiToken = `pipedrive-${'t'.repeat(30)}`;
  company = { id: 4711, name: 'Acme GmbH', domain: 'acme', currency: 'EUR', zone: 'Europe/Berlin' };
  users = [
    { id: 1, name: 'Ada Lovelace', email: 'ada@example.com', active_flag: true },
    { id: 2, name: 'Grace Hopper', email: 'grace@example.com', active_flag: true },
  ];
  isProbabilityEnabled = true;
  fields = customFields();
  /** Permissions that the credentials do not have. */
  lacks = new Set<string>();
  /** The host that token answers name. */
  apiDomain: string | null = null;
  /** The most records on a page. A cursor follows all the same. */
  pageCap = 500;
  readonly limits = new PipedriveLimits();
  /** Cursors that were made before this time are unknown. */
  cursorEpoch = 0;
  #ids = 0;

  static async start(port = 0): Promise<FakePipedrive> {
    const fake = new FakePipedrive();
    await fake.server.listen(port);
    fake.oauth.cancelError = 'user_denied';
    return fake;
  }

  lag(ms: () => number): void {
    this.deals.lagMs = ms;
    this.notes.lagMs = ms;
  }

  get url(): string {
    return this.server.url;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  addDeal(input: Partial<FakeDeal> = {}): FakeDeal {
    const now = this.clock.now();
    const deal: FakeDeal = {
      id: `${++this.#ids}`,
      title: `Deal ${this.#ids}`,
      value: '1000',
      currency: 'EUR',
      status: 'open',
      stageId: 11,
      pipelineId: 1,
      ownerId: 1,
      probability: null,
      lostReason: null,
      expectedCloseDate: '2026-12-31',
      closedAt: null,
      addedAt: now,
      changedAt: now,
      isArchived: false,
      customFields: {},
      lastActivityId: null,
      lastMailAt: null,
      broken: {},
      ...input,
    };
    this.deals.put(deal);
    return deal;
  }

  changeDeal(id: string, changes: Partial<FakeDeal>): FakeDeal {
    const former = this.deals.live.get(id);
    if (!former) throw new Error(`No deal ${id}`);
    const deal = { ...former, changedAt: this.clock.now(), ...changes };
    this.deals.put(deal);
    return deal;
  }

  deleteDeal(id: string): void {
    this.changeDeal(id, { status: 'deleted' });
  }

  restoreDeal(id: string): void {
    this.changeDeal(id, { status: 'open' });
  }

  /** Merges the first deal into the second, which keeps its id. */
  mergeDeals(from: string, into: string): void {
    this.deleteDeal(from);
    for (const note of this.notes.live.values()) {
      if (`${note.dealId}` === from) this.changeNote(note.id, { dealId: Number(into) });
    }
    this.changeDeal(into, {});
  }

  addNote(input: Partial<FakeNote> = {}): FakeNote {
    const now = this.clock.now();
    const id = `${++this.#ids}`;
    const note = {
      id,
      dealId: null,
      content: '',
      addedAt: now,
      changedAt: now,
      broken: {},
      ...input,
    };
    this.notes.put(note);
    return note;
  }

  changeNote(id: string, changes: Partial<FakeNote>): void {
    const former = this.notes.live.get(id);
    if (former) this.notes.put({ ...former, changedAt: this.clock.now(), ...changes });
  }

  deleteNote(id: string): void {
    this.notes.remove(id);
  }

  #answer(request: FakeRequest): FakeAnswer {
    if (request.path.startsWith('/oauth/')) return this.#answerOAuth(request);
    const refused = this.#refuse(request);
    if (refused) return refused;
    try {
      const answer = this.#answerApi(request);
      return { ...answer, headers: this.limits.headers() };
    } catch (error) {
      if (error instanceof PipedriveRefusal) return failed(400, error.message);
      throw error;
    }
  }

  #answerOAuth(request: FakeRequest): FakeAnswer {
    if (request.path === '/oauth/authorize') return this.oauth.consentPage(request, 'Pipedrive');
    const form = { ...(request.body as Record<string, string>), ...basicClient(request) };
    if (request.path === '/oauth/revoke') {
      this.oauth.revoke(form.token ?? '');
      return { status: 200 };
    }
    try {
      const isRenewal = form.grant_type === 'refresh_token';
      const grant = isRenewal ? this.oauth.renew(form) : this.oauth.redeem(form);
      return {
        status: 200,
        json: {
          access_token: grant.access,
          token_type: 'Bearer',
          refresh_token: grant.refresh,
          scope: 'deals:read,users:read,activities:read',
          expires_in: Math.round(this.oauth.accessLifeMs / 1000),
          api_domain: this.apiDomain ?? this.url,
        },
      };
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      const status = error.error === 'invalid_client' ? 401 : 400;
      return { status, json: { success: false, message: 'Refused', error: error.error } };
    }
  }

  #refuse({ headers, path }: FakeRequest): FakeAnswer | null {
    const [, bearer] = /^Bearer (.+)$/.exec(headers.authorization ?? '') ?? [];
    const isValid = bearer ? this.oauth.accepts(bearer) : headers['x-api-token'] === this.apiToken;
    if (!isValid) return failed(401, 'unauthorized access');
    return this.limits.refuse(path);
  }

  #answerApi(request: FakeRequest): FakeAnswer {
    const { path, query } = request;
    checkQuery(request);
    switch (path) {
      case '/api/v1/users/me':
        return ok(this.#me());
      case '/api/v1/users':
        return this.#with('users:read', () => ok(this.users));
      case '/api/v2/deals':
      case '/api/v2/deals/archived':
        this.deals.settle();
        return this.#with('deals:read', () =>
          listDeals([...this.deals.indexed.values()], request, this),
        );
      case '/api/v1/notes':
        return this.#with('deals:read', () => {
          this.notes.settle();
          return listNotes([...this.notes.indexed.values()], query, this);
        });
      case '/api/v2/activities':
        return this.#with('activities:read', () => this.#listActivities(query));
      case '/api/v2/pipelines':
        return ok([
          pipelineOf(1, 'Vertrieb', this.isProbabilityEnabled),
          pipelineOf(2, 'Partner', this.isProbabilityEnabled),
        ]);
      case '/api/v2/stages':
        return ok([stageOf(11, 1, 30), stageOf(12, 1, 60), stageOf(21, 2, 50)]);
      case '/api/v2/dealFields':
        return ok(this.fields);
      default:
        return failed(404, 'Unknown method .');
    }
  }

  #with(permission: string, answer: () => FakeAnswer): FakeAnswer {
    return this.lacks.has(permission) ? failed(403, 'Scope and URL mismatch') : answer();
  }

  #me() {
    const { id, name, domain, currency, zone } = this.company;
    return {
      ...this.users[0],
      company_id: id,
      company_name: name,
      company_domain: domain,
      default_currency: currency,
      timezone_name: zone,
    };
  }

  #listActivities(query: URLSearchParams): FakeAnswer {
    const ids = (query.get('ids') ?? '').split(',').map(Number);
    if (ids.length > 100) return failed(400, 'ids');
    return ok(
      ids.flatMap((id) => {
        const found = this.activities.get(id);
        const time = found && new Date(found.at).toISOString().replace(/\.\d+/, '');
        return found ? [{ id, done: true, marked_as_done_time: time }] : [];
      }),
    );
  }
}

/** Cuts a time to whole seconds, as Pipedrive does. */
export const second = (ms: number) => Math.floor(ms / 1000) * 1000;

function basicClient({ headers }: FakeRequest): Record<string, string> {
  const [, pair = ''] = /^Basic (.+)$/.exec(headers.authorization ?? '') ?? [];
  const [client_id = '', client_secret = ''] = Buffer.from(pair, 'base64').toString().split(':');
  return { client_id, client_secret };
}

const ok = (data: unknown): FakeAnswer => ({ status: 200, json: { success: true, data } });
