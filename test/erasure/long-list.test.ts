import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { erasureList } from '../../src/cli/erasure-commands.ts';
import { freshFile, runCommand } from '../harness/run-command.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
/** The number of erasures is more than the command keeps in memory at once. */
const MANY = 2_001;

test('the list has each of thousands of erasures once', async () => {
  const { rows } = await api().sql.query<{ id: string }>(
    `insert into erasure (id, person_id, created_at, finished_at)
     select 'ers_' || n, 'usr_' || n, $1, $1 from generate_series(1, ${MANY}) n
     returning person_id as id`,
    [api().clock.now()],
  );
  const out = await freshFile('erasures.ndjson');
  expect(await runCommand(api(), erasureList, { out })).toMatchObject({ erasures: MANY });
  const lines = (await readFile(out, 'utf8')).trimEnd().split('\n');
  const listed = lines.map((line) => (JSON.parse(line) as { person_id: string }).person_id);
  expect(listed.toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
});
