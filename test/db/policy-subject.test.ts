import { expect, test } from 'vitest';
import { useDatabase } from '../harness/use-database.ts';

const database = useDatabase();

test.each([
  ['the team', null],
  ['a member', 'mem_1'],
])('D126: there is one policy of %s for a dimension', async (_, member) => {
  const { pool } = database();
  await pool.query(
    `insert into member (tenant_id, id, email, role, status, created_through, created_at)
     values ('ten_1', 'mem_1', 'a@example.com', 'member', 'invited', 'api', now())
     on conflict do nothing`,
  );
  const insert = (id: string, dimension: string) =>
    pool.query(
      `insert into policy (tenant_id, id, member_id, dimension, mode, entry_ids, created_at)
       values ('ten_1', $1, $2, $3, 'allow', '{}', now())`,
      [`pol_${member}_${id}`, member, dimension],
    );
  await insert('1', 'industry');
  await insert('2', 'role');
  await expect(insert('3', 'industry')).rejects.toMatchObject({ constraint: 'policy_subject' });
});
