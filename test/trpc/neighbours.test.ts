import { expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { until } from '../harness/until.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

type Rename = (times: number) => Promise<string>[];

/** Signs the owner in. Returns a function that renames the team several times at once, over Prisma. */
async function makeRename(team: TestTeam): Promise<Rename> {
  const owner = await makeSession(team, team.owner);
  const { version } = await owner.app.team.get.query({});
  return (times) =>
    Array.from({ length: times }, async (_, i) => {
      const answer = await owner.call('team.change', 'mutation', { name: `Team ${i}`, version });
      return (answer as { error?: { data: { code: string } } }).error?.data.code ?? 'ok';
    });
}

/** The first rename wins, and the others have not seen its name. */
const oneChangeOf = (times: number) => ['ok', ...Array(times - 1).fill('stale')];
const sorted = (codes: string[]) => codes.sort((a, b) => (a === 'ok' ? -1 : b === 'ok' ? 1 : 0));

test('a team whose Prisma statements wait does not keep other teams waiting', async () => {
  const [slow, other] = [await makeTeam(api()), await makeTeam(api())];
  // Both sign in first, because work that waits for a turn is refused after five seconds.
  const [renameSlow, renameOther] = [await makeRename(slow), await makeRename(other)];
  const holder = await api().sql.connect();
  await holder.query('begin');
  await holder.query('select from tenant where id = $1 for no key update', [slow.tenantId]);
  let waiting: Promise<string>[] = [];
  try {
    waiting = renameSlow(20);
    await until('four connections', () => api().pool.totalCount - api().pool.idleCount >= 4);
    // These renames are few, so they end within five seconds.
    expect(sorted(await Promise.all(renameOther(5)))).toEqual(oneChangeOf(5));
    expect((await other.request('GET', '/me')).status).toBe(200);
    expect(await Promise.race([...waiting, Promise.resolve('waiting')])).toBe('waiting');
  } finally {
    await holder.query('rollback');
    holder.release();
  }
  expect(sorted(await Promise.all(waiting))).toEqual(oneChangeOf(20));
});
