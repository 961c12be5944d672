import type { PrismaCall } from '../../../operation/call.ts';
import type { Connection } from './rules/find-connection.ts';
import { readSettings } from './rules/stored-settings.ts';

/** All fields of a connection that a person edits. The version of the connection is made of them. */
export async function editedFields({ db, prisma }: PrismaCall, connection: Connection) {
  const { id, name, every_minutes, daily_budget } = connection;
  const chosen = await prisma.crmOwner.findMany({
    where: { tenant_id: db.tenantId, connection_id: id, is_chosen: true },
    select: { external_id: true, user_id: true },
    orderBy: { external_id: 'asc' },
  });
  const owners = Object.fromEntries(chosen.map((one) => [one.external_id, one.user_id]));
  const settings = readSettings(connection.settings);
  const sorted = Object.entries(settings.industry_values).sort(([a], [b]) => (a < b ? -1 : 1));
  const industry_values = Object.fromEntries(sorted);
  return { name, every_minutes, daily_budget, ...settings, industry_values, owners };
}
export type EditedFields = Awaited<ReturnType<typeof editedFields>>;
