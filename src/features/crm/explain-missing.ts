import type { z } from 'zod';
import type { TeamVisit } from '../../operation/call.ts';
import { DAY_MS } from '../../shared/durations.ts';
import { stateOf } from './connections/describe-connection.ts';
import {
  describeRun,
  findOpenRuns,
  readsNotes,
  type StoredRun,
  unreadOf,
} from './connections/describe-run.ts';
import { findPipelines } from './connections/find-pipelines.ts';
import type { Connection } from './connections/rules/find-connection.ts';
import { providerOf } from './connections/rules/provider-of.ts';
import { readSettings } from './connections/rules/stored-settings.ts';
import type { ExplainedMissing, explainMissingInput } from './explain-missing.schema.ts';
import { idsInCrm } from './ids-in-crm.ts';

type Explained = ExplainedMissing['data'][number];

/**
 * A full pass reads everything once a day, so a record that cannot be read was set aside within two days.
 */
const SET_ASIDE_MS = 2 * DAY_MS;
const MOST_RUNS = 20;

/**
 * Says for each connection why a deal of its CRM may be missing here. Everybody who may see deals may know
 * this, but nothing about accounts, credentials, quotas and failures.
 */
export async function explainMissing(
  call: TeamVisit,
  { connection_id: id, search }: z.output<typeof explainMissingInput>,
): Promise<ExplainedMissing> {
  const { db, prisma, now } = call;
  const connections = await prisma.crmConnection.findMany({
    where: { tenant_id: db.tenantId, ...(id !== undefined && { id }) },
    omit: { credentials: true, account: true },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
  const open = await findOpenRuns(call);
  const pipelines = Map.groupBy(
    await findPipelines(
      db,
      connections.filter(choosesPipelines).map((one) => one.id),
    ),
    (one) => one.connection_id,
  );
  const externalIds = search === undefined ? [] : idsInCrm(search);
  const data: Explained[] = [];
  for (const connection of connections) {
    const run = open.get(connection.id);
    const unread = await findUnread(call, connection.id);
    const [most] = unread
      .map((one) => ({ run_id: one.id, records: unreadOf(one).count }))
      .filter(({ records }) => records > 0)
      .toSorted((one, other) => other.records - one.records);
    const state = stateOf(
      connection,
      run ? describeRun(run, { hasNotes: readsNotes(connection) }) : null,
      now,
    );
    data.push({
      connection_id: connection.id,
      name: connection.name,
      provider: providerOf(connection),
      state,
      synced_at: textOf(connection.read_to ?? connection.synced_at),
      waits_until: state === 'waits_for_quota' ? textOf(connection.waits_until) : null,
      pipelines: pipelinesOf(connection, pipelines.get(connection.id) ?? []),
      set_aside: most ?? null,
      known: await findStored(call, { connectionId: connection.id, externalIds, unread }),
    });
  }
  return { data };
}

const textOf = (time: Date | null): string | null => time?.toISOString() ?? null;

/** The synchronizations of the last days that have set records aside, the newest first. */
function findUnread({ db, prisma, now }: TeamVisit, connectionId: string): Promise<StoredRun[]> {
  return prisma.crmSyncRun.findMany({
    where: {
      tenant_id: db.tenantId,
      connection_id: connectionId,
      set_aside: { gt: 0 },
      started_at: { gt: new Date(now.getTime() - SET_ASIDE_MS) },
    },
    orderBy: [{ started_at: 'desc' }, { id: 'desc' }],
    take: MOST_RUNS,
  });
}

/** A connection that has ended reads no pipelines. */
function choosesPipelines({ settings, state }: Connection): boolean {
  return state !== 'ended' && state !== 'removing' && readSettings(settings).pipelines !== null;
}

function pipelinesOf(
  connection: Connection,
  all: readonly { id: string; name: string }[],
): Explained['pipelines'] {
  const { pipelines } = readSettings(connection.settings);
  if (pipelines === null || !choosesPipelines(connection)) return null;
  const chosen = pipelines.map((id) => all.find((one) => one.id === id)?.name ?? id);
  const left_out = all.filter(({ id }) => !pipelines.includes(id)).map(({ name }) => name);
  return { chosen, left_out };
}

type MissingQuery = { connectionId: string; externalIds: string[]; unread: readonly StoredRun[] };

/** What is known of the record whose id in the CRM the person looked for. */
async function findStored(
  { db, prisma }: TeamVisit,
  { connectionId, externalIds, unread }: MissingQuery,
): Promise<Explained['known']> {
  if (externalIds.length === 0) return null;
  const former = await prisma.crmFormerDeal.findFirst({
    where: {
      tenant_id: db.tenantId,
      connection_id: connectionId,
      external_id: { in: externalIds },
    },
  });
  const record = unread
    .flatMap((run) => unreadOf(run).records)
    .find(({ externalId }) => externalId !== null && externalIds.includes(externalId));
  const external_id = former?.external_id ?? record?.externalId;
  if (!external_id) return null;
  return {
    external_id,
    removed_at: textOf(former?.removed_at ?? null),
    unread_field: record?.field ?? null,
  };
}
