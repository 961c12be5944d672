import { expect, test } from 'vitest';
import { type Queryable, TeamDb } from '../../src/db/team-db.ts';

/** A handle whose statements all answer with this row. */
function answering(row: object = {}): TeamDb {
  const queryable = { query: async () => ({ rows: [row] }) } as unknown as Queryable;
  return new TeamDb(queryable, 'ten_1');
}

test.each([
  'insert into member (tenant_id, id) values ($1, $2)',
  'update member m set name = $2 where m.tenant_id = $1',
  'delete from member m where m.tenant_id = $1 returning m.id',
])(
  'a handle refuses to read with a statement that writes, and knows what it has written: "%s"',
  async (text) => {
    const db = answering();
    for (const reads of [db.rows(text, ['x']), db.row(text, ['x']), db.lookUp(text, ['x'])]) {
      await expect(reads).rejects.toThrow('needs writeRows or write');
    }
    expect(db.hasWritten).toBe(false);
    await db.rows('select m.id from member m where m.tenant_id = $1 for update');
    expect(db.hasWritten).toBe(false);
    await db.writeRows(text, ['x']);
    expect(db.hasWritten).toBe(true);
  },
);

test('P76: a handle counts the jobs that its statements have added', async () => {
  const db = answering({ has_job: false });
  const text = 'select has_job, is_kept from raise_many_events($1, $2, $3, $4)';
  await db.writeWithJob<{ has_job: boolean }>(text, [], (row) => row?.has_job === true);
  expect([db.jobsAdded, db.hasWritten]).toEqual([0, true]);
  await db.writeWithJob(text);
  expect(db.jobsAdded).toBe(1);
});
