import type {
  CrmConnector,
  Owner,
  PageRequest,
  SetAside,
  SourceDeal,
  SourceNote,
  SourcePage,
} from '../../../src/crm/connector.ts';
import { claimConnections, claimedOf } from '../../../src/worker/crm/claim.ts';
import type {
  ClaimedConnection,
  SyncDeps,
  SyncEnd,
} from '../../../src/worker/crm/synchronize/claimed-connection.ts';
import { synchronize } from '../../../src/worker/crm/synchronize/synchronize.ts';
import type { TestTeam } from '../../harness/team.ts';
import { allTheTime, claimNow, depsWith, insertConnection } from './connection.ts';

const START = Date.UTC(2026, 0, 4, 8);

export function aDeal(externalId: string, fields: Partial<SourceDeal> = {}): SourceDeal {
  return {
    kind: 'deal',
    externalId,
    changedAt: new Date(START),
    title: `Deal ${externalId}`,
    amount: '100',
    currency: 'EUR',
    closeDate: null,
    outcome: 'open',
    probability: null,
    pipelineId: 'default',
    stageId: null,
    ownerId: null,
    lostReason: null,
    industryValue: null,
    objections: [],
    lastActivityAt: null,
    ...fields,
  };
}

export function aNote(externalId: string, dealId: string, body: string): SourceNote {
  const at = new Date(START);
  return { kind: 'note', externalId, changedAt: at, writtenAt: at, dealIds: [dealId], body };
}

/** A CRM that a test controls, with its connection. */
export class PlainCrm {
  readonly team: TestTeam;
  readonly connectionId: string;
  deals: SourceDeal[] = [];
  notes: SourceNote[] = [];
  setAside: SetAside[] = [];
  owners: Owner[] = [];
  pageSize = 100;
  /** Tests may change the connector. */
  readonly connector: CrmConnector;
  readonly requests: PageRequest[] = [];
  references = 0;
  /** Runs before each page. May throw. */
  before: (request: PageRequest) => Promise<void> | void = () => undefined;

  private constructor(team: TestTeam, connectionId: string) {
    this.team = team;
    this.connectionId = connectionId;
    this.connector = {
      provider: 'hubspot',
      overlapMs: 60_000,
      requestsPerSecond: 1000,
      oauth: null,
      exchange: null,
      reference: async () => {
        this.references += 1;
        return { owners: this.owners, pipelines: [], fields: [] };
      },
      read: (_, request) => this.#read(request),
    } as Partial<CrmConnector> as CrmConnector;
  }

  static async of(
    team: TestTeam,
    row: Parameters<typeof insertConnection>[1] = {},
  ): Promise<PlainCrm> {
    return new PlainCrm(team, await insertConnection(team, row));
  }

  claim(): Promise<ClaimedConnection> {
    return claimNow(this.team, this.team.api.pool, this.connectionId);
  }

  /** Claims the connection after its lease has ended, as when a worker has broken off. */
  async claimAfterLease(): Promise<ClaimedConnection> {
    const { leased_at } = await this.row();
    if (leased_at === null) return this.claim();
    await this.set("leased_at = now() - interval '2 min'");
    const [claim] = await claimConnections(this.team.api.pool, { all: 48, long: 48 });
    if (claim?.id !== this.connectionId) throw new Error('Another connection was claimed');
    return claimedOf(claim);
  }

  deps(changes: Partial<SyncDeps> = {}): SyncDeps {
    return { ...depsWith(this.team.api.pool, this.connector), ...changes };
  }

  async synchronize(changes: Partial<SyncDeps> = {}): Promise<SyncEnd> {
    return synchronize(this.deps(changes), await this.claim(), allTheTime);
  }

  set(change: string, ...values: unknown[]): Promise<unknown> {
    const text = `update crm_connection set ${change} where id = $1`;
    return this.team.api.sql.query(text, [this.connectionId, ...values]);
  }

  /** Fields, pipelines and owners are read once an hour. */
  readFieldsLongAgo(): Promise<unknown> {
    const text = `update crm_fields set read_at = now() - interval '61 min' where connection_id = $1`;
    return this.team.api.sql.query(text, [this.connectionId]);
  }

  async row(): Promise<Record<string, unknown>> {
    const text = `select *, round(extract(epoch from next_sync_at - now()) / 60)::integer as next_in
      from crm_connection where id = $1`;
    return (await this.team.api.sql.query(text, [this.connectionId])).rows[0];
  }

  async runs(): Promise<Record<string, unknown>[]> {
    const text = 'select * from crm_sync_run where connection_id = $1 order by started_at, id';
    return (await this.team.api.sql.query(text, [this.connectionId])).rows;
  }

  async stored(): Promise<Record<string, unknown>[]> {
    const text = `select *, amount::text as amount, xmin::text from crm_deal
      where connection_id = $1 order by external_id`;
    return (await this.team.api.sql.query(text, [this.connectionId])).rows;
  }

  async storedIds(): Promise<unknown[]> {
    return (await this.stored()).map(({ external_id }) => external_id);
  }

  async objections(): Promise<string[]> {
    const text = `select concat_ws(' ', source, source_id, category) as said from crm_objection
      where connection_id = $1 order by said`;
    return (await this.team.api.sql.query(text, [this.connectionId])).rows.map(({ said }) => said);
  }

  async #read(request: PageRequest): Promise<SourcePage> {
    this.requests.push(request);
    await this.before(request);
    const all = request.stream === 'deals' ? this.deals : this.notes;
    const { since } = request.window;
    const changed = all.filter(({ changedAt }) => since === null || changedAt >= since);
    const from = Number(request.after ?? 0);
    const records = changed.slice(from, from + this.pageSize);
    const isLast = from + this.pageSize >= changed.length;
    const setAside = request.stream === 'deals' && from === 0 ? this.setAside : [];
    return { records, setAside, next: isLast ? null : String(from + this.pageSize) };
  }
}
