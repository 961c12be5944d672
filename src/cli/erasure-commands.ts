import { acrossTeams } from '../db/transaction.ts';
import { applyErasures } from './apply-erasures.ts';
import type { CommandContext } from './command.ts';
import { command } from './command.ts';
import { existingFile, newFile } from './flags.ts';
import { UnfinishedError } from './unfinished-error.ts';
import { writeWholeFile } from './whole-file.ts';

const ROWS = 1_000;

export const erasureList = command({
  name: 'erasure list',
  summary: 'write the list of what was erased into a file, as ids alone',
  result: '{file, erasures, unfinished}',
  flags: { out: newFile },
  notes: [
    'Each line is {tenant_id, member_id, person_id, at}, and left_since if the owner left names in texts.',
    'A member_id that begins with tco_ is that of a technical contact.',
    'Keep the file beside your backups.',
  ],
  async run(context, { out }) {
    const unfinished = await acrossTeams(context.pool, (prisma) =>
      prisma.erasure.count({ where: { finished_at: null } }),
    );
    return { file: out, erasures: await writeWholeFile(out, linesOf(context)), unfinished };
  },
});

export const erasureApply = command({
  name: 'erasure apply',
  summary: 'erase again what a restored backup has brought back',
  result: '{erased, missing, refused, failed}: how many, and which were not erased and why',
  flags: { from: existingFile },
  notes: [
    'It reads the lines of erasure list, or those of the log of workers about erasures.',
    'A member who is back is removed first, and a team that is back is ended and deleted.',
    'A line that is refused or fails hinders no other. The exit code is then 1.',
    'All cursors of event feeds and lists of changes expire, because the backup may lack what their readers have seen.',
    'It may be given again: what is erased already is erased once more, and stays as it is.',
  ],
  async run(context, { from }) {
    // The restored database may lack what readers have seen. If it is a copy of files, it does not know that.
    await acrossTeams(context.pool, async (prisma) => {
      await prisma.eventHistory.deleteMany();
      await prisma.changeFeed.updateMany({ where: { keeps: true }, data: { keeps: false } });
    });
    const applied = await applyErasures(context, from);
    const left = [...applied.refused, ...applied.failed];
    if (left.length === 0) return applied;
    const [first] = left;
    const subject = left.length === 1 ? 'An erasure was' : `${left.length} erasures were`;
    throw new UnfinishedError(`${subject} not applied, first: ${first?.why}`, applied);
  },
});

async function* linesOf({ pool }: CommandContext): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const rows = await acrossTeams(pool, (prisma) =>
      prisma.erasure.findMany({
        where: { id: { gt: after } },
        orderBy: { id: 'asc' },
        take: ROWS,
      }),
    );
    yield rows.map(({ tenant_id, member_id, person_id, created_at: at, left_since }) =>
      JSON.stringify({
        tenant_id,
        member_id,
        person_id,
        at,
        ...(left_since.length > 0 ? { left_since } : {}),
      }),
    );
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    after = last.id;
  }
}
