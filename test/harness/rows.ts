import { hashToken, newToken } from '../../src/auth/token.ts';
import { type IdPrefix, newId } from '../../src/db/ids.ts';
import { API_VERSION } from '../../src/features/webhooks/events.schema.ts';
import { MINUTE_MS } from '../../src/shared/time/durations.ts';
import type { TestApi } from './api.ts';
import { type DeliveryState, insertDeliveryRow } from './delivery-rows.ts';
import type { TestTeam } from './team.ts';

type Row = Record<string, unknown>;

export async function insert(api: TestApi, table: string, row: Row): Promise<void> {
  const columns = Object.keys(row);
  const places = columns.map((_, i) => `$${i + 1}`);
  await api.sql.query(
    `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  );
}

/** Inserts rows that the app writes and the API only reads. Columns that are not given get plain values. */
async function insertInTeam(
  team: TestTeam,
  place: { table: string; prefix: IdPrefix },
  row: Row,
): Promise<string> {
  const now = team.api.clock.now();
  const id = newId(place.prefix, now);
  await insert(team.api, place.table, { tenant_id: team.tenantId, id, created_at: now, ...row });
  return (row.id as string | undefined) ?? id;
}

export function insertTraining(team: TestTeam, row: Row = {}): Promise<string> {
  const defaults = { member_id: team.owner.memberId, status: 'completed' };
  return insertInTeam(team, { table: 'training', prefix: 'trn' }, { ...defaults, ...row });
}

export async function insertEvaluation(
  team: TestTeam,
  trainingId: string,
  row: Row = {},
): Promise<void> {
  const now = team.api.clock.now();
  await insert(team.api, 'evaluation', {
    tenant_id: team.tenantId,
    training_id: trainingId,
    closing: 50,
    conversation_control: 60,
    needs_analysis: 70,
    objection_handling: 80,
    value_argument: 90,
    total: 70,
    spread: 14.1,
    tips: JSON.stringify([
      { issue: 'i', moment: 'm', principle: 'p', rewrite: 'r', impact: 'high' },
    ]),
    goal: 'partial',
    created_at: now,
    updated_at: now,
    ...row,
  });
}

export async function insertScoredTraining(team: TestTeam, row: Row = {}): Promise<string> {
  const id = await insertTraining(team, { status: 'scored', ...row });
  await insertEvaluation(team, id);
  return id;
}

export function insertAssignment(team: TestTeam, row: Row = {}): Promise<string> {
  const defaults = {
    member_id: team.owner.memberId,
    title: 'A task',
    updated_at: team.api.clock.now(),
  };
  return insertInTeam(team, { table: 'assignment', prefix: 'asg' }, { ...defaults, ...row });
}

export function insertCase(team: TestTeam, row: Row = {}): Promise<string> {
  const defaults = {
    member_id: team.owner.memberId,
    visibility: 'team',
    title: 'A case',
    updated_at: team.api.clock.now(),
  };
  return insertInTeam(team, { table: 'team_case', prefix: 'cas' }, { ...defaults, ...row });
}

export function insertDeal(team: TestTeam, row: Row = {}): Promise<string> {
  const defaults = {
    connection_id: 'con_1',
    external_id: newId('deal', team.api.clock.now()),
    outcome: 'open',
    owner_user_id: team.owner.userId,
  };
  return insertInTeam(team, { table: 'crm_deal', prefix: 'deal' }, { ...defaults, ...row });
}

/** A connection. Its last synchronization was successful, unless the row says otherwise. */
export function insertConnection(team: TestTeam, row: Row = {}): Promise<string> {
  const now = team.api.clock.now();
  const defaults = {
    provider: 'hubspot',
    account_id: newId('con', now),
    name: 'Sales',
    account: { name: 'Example', currency: 'EUR', time_zone: 'Europe/Berlin', daily_quota: 250_000 },
    settings: {},
    access_kind: 'token',
    credentials_hint: '7f3a',
    credentials_at: now,
    synced_at: now,
    next_sync_at: new Date(now.getTime() + 15 * MINUTE_MS),
  };
  return insertInTeam(team, { table: 'crm_connection', prefix: 'con' }, { ...defaults, ...row });
}

/** A successful synchronization, unless the row says otherwise. */
export async function insertCrmRun(team: TestTeam, row: Row = {}): Promise<string> {
  const now = team.api.clock.now();
  const id = newId('run', now);
  const times = { started_at: now, finished_at: now };
  const defaults = {
    tenant_id: team.tenantId,
    id,
    cause: 'schedule',
    is_full: false,
    status: 'ok',
  };
  await insert(team.api, 'crm_sync_run', { ...defaults, ...times, ...row });
  return id;
}

/** A replay that runs, unless the row says otherwise. */
export async function insertReplay(team: TestTeam, row: Row): Promise<string> {
  const now = team.api.clock.now();
  const id = newId('whr', now);
  await insert(team.api, 'webhook_retry_run', {
    tenant_id: team.tenantId,
    id,
    filter: '"all"',
    to_at: now,
    created_at: now,
    actor_kind: 'user',
    actor_id: team.owner.memberId,
    makes_new: true,
    ...row,
  });
  return id;
}

export function insertObjection(team: TestTeam, dealId: string, row: Row = {}): Promise<string> {
  const defaults = { deal_id: dealId, category: 'price', text: 'Too expensive', lang: 'en' };
  return insertInTeam(team, { table: 'crm_objection', prefix: 'obj' }, { ...defaults, ...row });
}

export function insertPolicy(
  team: TestTeam,
  row: { member_id?: string; dimension: string; mode: 'allow' | 'block'; entry_ids: string[] },
): Promise<string> {
  return insertInTeam(team, { table: 'policy', prefix: 'pol' }, row);
}

export async function insertInvited(team: TestTeam, row: Row = {}): Promise<string> {
  const email = `${newId('mem', team.api.clock.now())}@example.com`;
  const defaults = { email, role: 'member', status: 'invited', created_through: 'app' };
  return insertInTeam(team, { table: 'member', prefix: 'mem' }, { ...defaults, ...row });
}

export async function insertRemoved(team: TestTeam, row: Row = {}): Promise<string> {
  return insertInvited(team, { status: 'removed', removed_at: team.api.clock.now(), ...row });
}

/** A removed member whose data were erased. Returns the id of the erasure. */
export async function insertErasure(team: TestTeam, row: Row = {}): Promise<string> {
  const defaults = { member_id: await insertRemoved(team), finished_at: team.api.clock.now() };
  return insertInTeam(team, { table: 'erasure', prefix: 'ers' }, { ...defaults, ...row });
}

/** A link that is valid for a day. Returns its token. */
export async function insertOneTimeLink(api: TestApi, row: Row): Promise<string> {
  const [token, now] = [newToken(), api.clock.now()];
  await insert(api, 'one_time_link', {
    id: newId('lnk', now),
    token_hash: hashToken(token),
    created_at: now,
    expires_at: new Date(now.getTime() + 86_400_000),
    ...row,
  });
  return token;
}

/** Inserts an endpoint. Its secret cannot be opened, because only tests of the worker send to endpoints. */
export function insertEndpoint(team: TestTeam, row: Row = {}): Promise<string> {
  const defaults = {
    url: 'https://hooks.example.com/team-api',
    proven_origin: 'https://hooks.example.com',
    events: ['member.joined'],
    secret: Buffer.from('sealed'),
    api_version: API_VERSION,
  };
  return insertInTeam(team, { table: 'webhook_endpoint', prefix: 'whe' }, { ...defaults, ...row });
}

export async function endpointRow({ api }: TestTeam, id: string) {
  const { rows } = await api.sql.query('select * from webhook_endpoint where id = $1', [id]);
  return rows[0];
}

/** The audit entries of a target, in order. */
export async function auditOf({ api, tenantId }: TestTeam, targetId: string) {
  const { rows } = await api.sql.query(
    'select action, changes from audit_entry where tenant_id = $1 and target_id = $2 order by id',
    [tenantId, targetId],
  );
  return rows;
}

/** The columns of a delivery that has had its first attempt and waits for the second. */
export const triedOnce = {
  attempt: 1,
  retries: 1,
  next_try_at: '2100-01-01T00:00:00Z',
} as const;

/** Inserts a delivery with an event of its own, for the endpoint `endpoint_id`. */
export async function insertDelivery(
  team: TestTeam,
  row: DeliveryState & { endpoint_id: string; created_at?: Date; type?: string; data?: object },
): Promise<string> {
  const created_at = row.created_at ?? team.api.clock.now();
  const [id, event_id] = [newId('whd', created_at), newId('evt', created_at)];
  const { data = { member_id: 'mem_1', user_id: 'usr_1' }, type = 'member.joined', ...state } = row;
  const body = JSON.stringify({ id: event_id, type, data: { team_id: team.tenantId, ...data } });
  const event = { tenant_id: team.tenantId, id: event_id, type, body, created_at };
  await insert(team.api, 'webhook_event', event);
  const own = { tenant_id: team.tenantId, id, event_id, event_type: type, created_at };
  await insertDeliveryRow(team.api.sql, { ...own, ...state });
  return id;
}

/** Inserts attempt `n` of a delivery. */
export async function setAttempt(
  { api, tenantId }: TestTeam,
  { delivery_id, n, ...outcome }: Row & { delivery_id: string; n: number },
): Promise<void> {
  const changes = Object.keys(outcome).map((name, i) => `${name} = $${i + 4}`);
  const { rowCount } = await api.sql.query(
    `update webhook_attempt set ${changes.join(', ')}
     where tenant_id = $1 and delivery_id = $2 and n = $3`,
    [tenantId, delivery_id, n, ...Object.values(outcome)],
  );
  if (rowCount !== 1) throw new Error(`${delivery_id} has no attempt ${n}`);
}

type Dimension = 'situation' | 'personality' | 'industry' | 'role' | 'methodology';

export async function insertCatalogEntry(
  api: TestApi,
  id: string,
  dimension: Dimension,
  row: Row = {},
): Promise<void> {
  const names = { de: `${id} (de)`, en: `${id} (en)` };
  await insert(api, 'catalog_entry', { id, dimension, names, ...row });
}

export async function insertTeamCatalogEntry(
  team: TestTeam,
  dimension: Dimension,
  row: Row = {},
): Promise<string> {
  const id = newId('cat', team.api.clock.now());
  const entry = { tenant_id: team.tenantId, id, dimension, names: { de: 'Eigenes' }, ...row };
  await insert(team.api, 'team_catalog_entry', entry);
  return id;
}
