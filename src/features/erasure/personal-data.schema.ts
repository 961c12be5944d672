import { controlData } from './control-data.schema.ts';
import { type Table, withAccount } from './personal-columns.ts';
import type { JsonKind } from './replace-in-json.ts';
import { teamData } from './team-data.schema.ts';

/**
 * What is personal in each column with text, JSON, bytes or addresses. A test compares this list
 * with the migrated database, so somebody has to decide here about every new column. Partitions are
 * treated as their table.
 */
export const personalData: Record<string, Table> = { ...controlData, ...teamData };

/** The tables in the database that are not ours. */
export const otherPersonalData: Record<string, Table> = {
  'graphile_worker._private_jobs': {
    plain: 'key locked_by flags',
    // A notice to a person contains the address at that moment. Its job goes with the account.
    erase: { payload: withAccount, last_error: withAccount },
  },
  'graphile_worker._private_job_queues': { plain: 'queue_name locked_by' },
  'graphile_worker._private_tasks': { plain: 'identifier' },
  'graphile_worker._private_known_crontabs': { plain: 'identifier' },
  'graphile_worker.migrations': {},
  'public._prisma_migrations': { plain: 'id checksum migration_name logs' },
};

type NamedColumn = { name: string; named: 'text' | 'list' | JsonKind; most: number };
export type Walk = { table: string; keys: readonly string[]; columns: NamedColumn[] };

/** The tables along which an erasure looks for the name and the addresses of the person. */
export function walksForNames(): Walk[] {
  return Object.entries(personalData).flatMap(([table, { walk: keys, erase = {} }]) => {
    const columns = Object.entries(erase).flatMap(([name, how]) =>
      how.named ? [{ name, named: how.named, most: how.most ?? Number.POSITIVE_INFINITY }] : [],
    );
    return keys ? [{ table, keys, columns }] : [];
  });
}

/** The columns about which somebody has decided. */
export function decidedColumns({ ids = '', plain = '', keep = {}, erase = {} }: Table): string[] {
  const words = `${ids} ${plain}`.split(' ').filter((word) => word !== '');
  return [...words, ...Object.keys(keep), ...Object.keys(erase)];
}
