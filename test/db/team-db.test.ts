import { describe, expect, test } from 'vitest';
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

/** A handle that collects, and the statements that it has sent. */
function collecting(row: object = {}): { db: TeamDb; sent: { text: string; values: unknown[] }[] } {
  const sent: { text: string; values: unknown[] }[] = [];
  const query = async (statement: { text: string; values: unknown[] }) => {
    sent.push(statement);
    return { rows: [row] };
  };
  const queryable = { query } as unknown as Queryable;
  return { db: new TeamDb(queryable, 'ten_1', { collects: true }), sent };
}

const raising = {
  text: 'select has_job, is_kept from raise_many_events($1, $2, $3, $4)',
  params: ['[]', new Date(0), null],
  raises: true as const,
};

test('a handle counts the jobs that its statements have added', async () => {
  const without = collecting({ has_job: false, is_kept: true });
  await without.db.collect(raising);
  await without.db.sendCollected();
  expect([without.db.jobsAdded, without.db.hasKept, without.db.hasWritten]).toEqual([
    0,
    true,
    true,
  ]);
  const { db } = collecting({ has_job: true });
  await db.collect(raising);
  await db.sendCollected();
  await db.writeWithJob(raising.text);
  expect([db.jobsAdded, db.hasKept]).toEqual([2, false]);
});

describe('what a transaction writes is sent as one statement', () => {
  const entry = { id: 'aud_1', action: 'case.created' };

  test('before its next statement, with the parameters of each part', async () => {
    const { db, sent } = collecting();
    await db.insert('auditEntry', entry);
    await db.collect(raising);
    expect([sent.length, db.hasWritten]).toEqual([0, true]);
    await db.row('select m.id from member m where m.tenant_id = $1');
    expect(sent.map(({ values }) => values)).toEqual([
      ['ten_1', 'aud_1', 'case.created', '[]', new Date(0), null],
      ['ten_1'],
    ]);
    expect(sent[0]?.text).toContain('values ($1, $2, $3)');
    expect(sent[0]?.text).toContain('raise_many_events($1, $4, $5, $6)');
  });

  test('an update is the first part, because it would not see an insert of the same statement', async () => {
    const { db, sent } = collecting();
    await db.insert('auditEntry', entry);
    await db.update('assignment', 'asg_1', { status: 'done' });
    await db.insert('auditEntry', { ...entry, id: 'aud_2' });
    await db.sendCollected();
    expect(sent.map(({ text }) => text.match(/insert|update/g))).toEqual([
      ['insert'],
      ['update', 'insert'],
    ]);
  });

  test('what was collected after a savepoint is not sent when the savepoint is undone', async () => {
    const { db, sent } = collecting();
    await db.insert('auditEntry', entry);
    const undo = await db.savepoint();
    await db.insert('auditEntry', { ...entry, id: 'aud_2' });
    await undo();
    await db.sendCollected();
    expect(sent).toHaveLength(3);
    expect(JSON.stringify(sent)).not.toContain('aud_2');
  });
});
