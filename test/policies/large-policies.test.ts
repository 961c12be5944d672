import { expect, test } from 'vitest';
import { makeSession } from '../harness/app.ts';
import { onThisMachine } from '../harness/computed-ms.ts';
import { leastOfThree } from '../harness/longest-tick.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const MEMBERS = 100;
const api = useApi();

test('a list of 100 members with 5,000 entries each stops the event loop for less than 20 ms', async () => {
  const team = await makeTeam(api(), { seats: 2 * MEMBERS });
  const browser = await makeSession(team, team.owner);
  for (let n = 0; n < MEMBERS; n += 1) await team.addMember();
  await api().sql.query(
    `insert into policy (tenant_id, id, member_id, dimension, mode, entry_ids, created_at)
     select $1, 'pol_' || d.dimension || m.id, m.id, d.dimension, 'block',
       (select array_agg('ent_' || gen_random_uuid()) from generate_series(1, 1000)), now()
     from member m,
       unnest(array['situation', 'personality', 'industry', 'role', 'methodology']) d (dimension)
     where m.tenant_id = $1 and m.role = 'member'`,
    [team.tenantId],
  );
  const listed = () => browser.app.policies.list.query({ limit: MEMBERS });
  // The first answer includes compiling.
  expect((await listed()).data).toHaveLength(MEMBERS);
  expect(await leastOfThree(listed)).toBeLessThan(onThisMachine(20));
});
