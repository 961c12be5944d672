import { expect, test } from 'vitest';
import { insertTraining } from '../harness/rows.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { Backend, newSessionId } from '../trainings/harness/intake.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { caughtUp, counts, useReplicas } from './harness/use-replicas.ts';

const replicated = useReplicas({ env: { SERVICE_TOKEN } });
const ROWS = 60;

type Page = { data: { id: string }[]; next_cursor: string | null };

async function page(team: TestTeam, cursor: string | null): Promise<Page> {
  const after = cursor ? `&cursor=${cursor}` : '';
  const { status, body } = await team.request('GET', `/trainings?limit=2${after}`);
  expect(status).toBe(200);
  return body as Page;
}

test('a list whose pages come from the primary and both replicas while rows are written misses and repeats no row', async () => {
  const { api } = replicated();
  const team = await makeTeam(api, { rateLimit: 1_000_000 });
  const backend = new Backend(team);
  const existing: string[] = [];
  for (let n = 0; n < ROWS; n += 1) existing.push(await insertTraining(team));
  await caughtUp(replicated());
  const before = counts(replicated());

  const seen: string[] = [];
  let cursor: string | null = null;
  for (let n = 0; n === 0 || cursor; n += 1) {
    // Some pages are read right after a write and come from the primary. Others are read when both replicas
    // have replayed the write.
    if (n % 3 === 0) await backend.start(newSessionId(), { user_id: team.owner.userId });
    if (n % 3 === 1) await caughtUp(replicated());
    const { data, next_cursor }: Page = await page(team, cursor);
    seen.push(...data.map(({ id }) => id));
    cursor = next_cursor;
  }

  const after = counts(replicated());
  for (const [n, answered] of after.replicas.entries()) {
    expect(answered).toBeGreaterThan(before.replicas[n] ?? 0);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(existing.filter((id) => !seen.includes(id))).toEqual([]);
});
