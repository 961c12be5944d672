import { z } from 'zod';
import { acrossTeams } from '../db/transaction.ts';
import { wholeNumber } from '../shared/schema/from-text.ts';
import { command } from './command.ts';
import { optional } from './flags.ts';

const MAX_ENTRIES = 1_000;

export const operatorLog = command({
  name: 'operator log',
  summary: 'the commands that were run on this database, newest first',
  result: '{entries: [{id, command, ids, account, host, started_at, ended_at, outcome}, …]}',
  flags: {
    limit: optional(
      'N',
      `a number of entries, 1 to ${MAX_ENTRIES} (default 50)`,
      wholeNumber(z.int().min(1).max(MAX_ENTRIES)),
    ),
  },
  notes: [
    'ids: the ids among the arguments. account: who ran it, as the system knows the account.',
    'outcome: done, refused, unfinished (some of the work) or failed; null while it runs, or if it was killed.',
    'Entries are kept for a year. What one team is asked or told stands in its audit log too.',
  ],
  async run({ pool }, { limit = 50 }) {
    const entries = await acrossTeams(pool, (prisma) =>
      prisma.operatorEntry.findMany({
        orderBy: [{ started_at: 'desc' }, { id: 'desc' }],
        take: limit,
      }),
    );
    return { entries };
  },
});
