import { recordAudit } from '../features/audit-log/record-audit.ts';
import { UsageError } from '../shared/errors/usage-error.ts';
import { command } from './command.ts';
import { requiredId, teamFlag } from './flags.ts';
import { inTeam } from './in-team.ts';

export const crmList = command({
  name: 'crm list',
  reads: true,
  summary: "list a team's CRM connections and how their synchronization stands",
  result:
    '{connections: [{id, provider, name, state, synced_at, next_sync_at, consecutive_failures, failed_for, waits_until}, …]}',
  flags: { team: teamFlag },
  notes: ['It never prints credentials.'],
  run: (context, values) =>
    inTeam(context, values.team, async ({ prisma }) => {
      const connections = await prisma.crmConnection.findMany({
        where: { tenant_id: values.team },
        omit: { credentials: true, account: true },
        orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
      });
      return {
        connections: connections.map((connection) => ({
          id: connection.id,
          provider: connection.provider,
          name: connection.name,
          state: connection.state,
          synced_at: connection.synced_at,
          next_sync_at: connection.next_sync_at,
          consecutive_failures: connection.failures,
          failed_for: connection.failed_for,
          waits_until: connection.waits_until,
        })),
      };
    }),
});

export const crmSync = command({
  name: 'crm sync',
  summary: 'have a CRM connection synchronized now',
  result: '{connection_id}',
  flags: {
    team: teamFlag,
    connection: requiredId('ID', 'the id of a connection (crm list prints it)'),
  },
  notes: [
    'A worker begins within a second. A paused connection is not synchronized.',
    "Nor is one that waits for its CRM's quota: the answer says until when.",
  ],
  run: (context, values) =>
    inTeam(context, values.team, async (call) => {
      const { prisma, now } = call;
      const where = { tenant_id: values.team, id: values.connection, state: 'active' };
      const [found] = await prisma.crmConnection.findMany({
        where,
        select: { waits_until: true },
      });
      if (!found) throw new UsageError('The team has no active connection with this id.');
      const { waits_until } = found;
      if (waits_until !== null && waits_until > now) {
        throw new UsageError(`The CRM's quota is used up until ${waits_until.toISOString()}.`);
      }
      await prisma.crmConnection.updateMany({
        where,
        data: { next_sync_at: now, next_cause: 'person' },
      });
      await recordAudit(call, { action: 'crm.synced', targetId: values.connection });
      return { connection_id: values.connection };
    }),
});
