import { createHash } from 'node:crypto';
import { FakeOAuth, OAuthRefusal } from './fake-oauth.ts';
import { type FakeAnswer, type FakeRequest, FakeServer } from './fake-server.ts';
import { LaggedRecords } from './lagged-records.ts';
import { answerData, failed } from './salesforce-data.ts';
import { longForm } from './salesforce-record.ts';

/** A record of any object. `fields` has its values as in JSON, without the times. */
export type FakeRow = {
  id: string;
  object: string;
  fields: Record<string, unknown>;
  createdMs: number;
  changedMs: number;
  isDeleted: boolean;
};

/** The prefix of the ids of each object. */
const prefixes: Record<string, string> = {
  Opportunity: '006',
  User: '005',
  Task: '00T',
  Event: '00U',
  Note: '002',
  ContentNote: '069',
  ContentDocumentLink: '06A',
};

/** Salesforce as its documentation describes it: one organization, over real HTTP. */
export class FakeSalesforce {
  readonly server = new FakeServer((request) => this.#answer(request));
  readonly clock = this.server.clock;
  readonly oauth = new FakeOAuth(this.clock);
  readonly rows = new LaggedRecords<FakeRow>(this.clock);
  /** Fields that replace a record's own. */
  readonly malformed = new Map<string, Record<string, unknown>>();
  readonly users = new Map<string, { Name: string; Email: string | null }>();
  keys = { key: 'fake-consumer-key', secret: 'fake-consumer-secret' };
  organization = { id: '00D000000000001EAA', name: 'Acme GmbH', zone: 'Europe/Berlin' };
  /** The currencies of an organization with several. Records then have CurrencyIsoCode. */
  currencies: string[] | null = null;
  /** Fields and objects that the credentials may not see. */
  readonly hidden = new Set<string>();
  readonly recordTypes = new Map<string, string>();
  lossReasonType = 'picklist';
  /** Objects whose query fails as part of a composite request. */
  readonly stumbles = new Set<string>();
  /** The host that token answers name. */
  instanceUrl: string | null = null;
  /** The locator that answers name for the rest of a page. */
  locator = '/services/data/v68.0/query/01gRO0000016PIAYA2-500';
  /** The most records on a page, whatever was asked for. */
  batch = 2000;
  limits = { granted: 100_000, used: 0 };
  readonly #challenges = new Map<string, string>();
  #made = 0;

  constructor() {
    this.addUser('Ada Lovelace', 'ada@example.com');
  }

  static async start(port = 0): Promise<FakeSalesforce> {
    const fake = new FakeSalesforce();
    await fake.server.listen(port);
    return fake;
  }

  get url(): string {
    return this.server.url;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Makes an ascending id. Some ids of an object differ by case alone. */
  newId(object: string): string {
    this.#made += 1;
    const pair = Math.floor(this.#made / 2)
      .toString(10)
      .padStart(9, '0');
    return longForm(`${prefixes[object] ?? '001'}00${pair}${this.#made % 2 ? 'b' : 'B'}`);
  }

  addUser(Name: string, Email: string | null): string {
    const id = this.newId('User');
    this.users.set(id, { Name, Email });
    return id;
  }

  add(object: string, fields: Record<string, unknown> = {}, id = this.newId(object)): FakeRow {
    const now = this.clock.now();
    const row = { id, object, fields, createdMs: now, changedMs: now, isDeleted: false };
    this.rows.put(row);
    return row;
  }

  addDeal(fields: Record<string, unknown> = {}, id?: string): FakeRow {
    const [OwnerId] = this.users.keys();
    const input = { Name: 'Deal', Amount: '1000', StageName: 'Prospecting', Probability: 10 };
    const all = { ...input, CloseDate: '2026-12-31', IsClosed: false, IsWon: false, OwnerId };
    return this.add('Opportunity', { ...all, ...fields }, id);
  }

  change(id: string, fields: Record<string, unknown>, isDeleted?: boolean): void {
    const former = this.rows.live.get(id);
    if (!former) throw new Error(`No record ${id}`);
    this.rows.put({
      ...former,
      fields: { ...former.fields, ...fields },
      changedMs: this.clock.now(),
      isDeleted: isDeleted ?? former.isDeleted,
    });
  }

  /** Moves a record to the recycle bin. */
  remove(id: string): void {
    this.change(id, {}, true);
  }

  restore(id: string): void {
    this.change(id, {}, false);
  }

  #answer(request: FakeRequest): FakeAnswer {
    const { path } = request;
    if (path === '/services/oauth2/authorize') return this.#consent(request);
    if (path === '/services/oauth2/token')
      return this.#token(request.body as Record<string, string>);
    if (path === '/services/oauth2/revoke') {
      this.oauth.revoke((request.body as Record<string, string>).token ?? '');
      return { status: 200 };
    }
    const [, bearer = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    if (!this.oauth.accepts(bearer)) {
      return failed(401, 'INVALID_SESSION_ID', 'Session expired or invalid');
    }
    if (this.limits.used >= this.limits.granted) {
      return failed(403, 'REQUEST_LIMIT_EXCEEDED', 'TotalRequests Limit exceeded.');
    }
    this.limits.used += 1;
    const { used, granted } = this.limits;
    return {
      ...answerData(this, request),
      headers: { 'sforce-limit-info': `api-usage=${used}/${granted}` },
    };
  }

  #consent(request: FakeRequest): FakeAnswer {
    const answer = this.oauth.consentPage(request, 'Salesforce');
    const code = URL.parse(answer.headers?.location ?? '')?.searchParams.get('code');
    const challenge = request.query.get('code_challenge');
    if (code && challenge) this.#challenges.set(code, challenge);
    return answer;
  }

  #token(form: Record<string, string>): FakeAnswer {
    try {
      const { access, refresh } = this.#grant(form);
      const isNew = form.grant_type === 'authorization_code' || this.oauth.rotates;
      const refreshes = isNew && form.grant_type !== 'client_credentials';
      return {
        status: 200,
        json: {
          access_token: access,
          ...(refreshes ? { refresh_token: refresh } : {}),
          signature: 'c2lnbmF0dXJl',
          scope: 'api refresh_token',
          instance_url: this.instanceUrl ?? this.url,
          id: `https://login.salesforce.com/id/${this.organization.id}/005000000000001AAA`,
          token_type: 'Bearer',
          issued_at: `${this.clock.now()}`,
        },
      };
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return { status: 400, json: { error: error.error, error_description: 'refused' } };
    }
  }

  #grant(form: Record<string, string>) {
    if (form.grant_type === 'client_credentials') {
      const isKey = form.client_id === this.keys.key && form.client_secret === this.keys.secret;
      if (!isKey) throw new OAuthRefusal('invalid_client');
      return this.oauth.grant();
    }
    if (form.grant_type === 'refresh_token') return this.oauth.renew(form);
    const challenge = this.#challenges.get(form.code ?? '');
    const verified = createHash('sha256')
      .update(form.code_verifier ?? '')
      .digest('base64url');
    if (challenge !== undefined && challenge !== verified) throw new OAuthRefusal('invalid_grant');
    return this.oauth.redeem(form);
  }
}
