import { beforeAll, expect, test } from 'vitest';
import { aDeal, PlainCrm } from '../crm/harness/plain-crm.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { makeGlobalCatalog } from '../harness/world.ts';
import { runErasures } from './harness/erase.ts';

const api = useApi();
beforeAll(() => makeGlobalCatalog(api()));

/** The owners in the CRM. `by_hand` is the same person under another name and address. */
const ownersOf = (email: string, other: string) => [
  { id: 'by_email', name: 'Ann Example', email },
  { id: 'by_hand', name: 'A. Example-Former', email: 'ann.private@example.net' },
  { id: 'another', name: 'Bob', email: other },
];

test('a synchronization does not bring back an erased owner, matched by e-mail or by hand', async () => {
  const team = await makeTeam(api());
  const [ann, bob] = [await team.addMember(), await team.addMember()];
  const crm = await PlainCrm.of(team);
  crm.owners = ownersOf(ann.email, bob.email);
  crm.deals = crm.owners.map(({ id }, n) => aDeal(`${n}`, { ownerId: id }));
  await crm.synchronize();
  const read = async (text: string) => (await api().sql.query(text, [crm.connectionId])).rows;
  await api().sql.query(
    `update crm_owner set user_id = $2, is_chosen = true
     where connection_id = $1 and external_id = 'by_hand'`,
    [crm.connectionId, ann.userId],
  );
  const again = async () => {
    // Owners and all deals are read anew.
    await crm.set("read_again = true, account = '{}'");
    expect(await crm.synchronize()).toBe('ok');
  };
  await again();
  const people = async () => (await crm.stored()).map(({ owner_user_id }) => owner_user_id);
  expect(await people()).toEqual([ann.userId, ann.userId, bob.userId]);

  const { app } = await makeSession(team, team.owner);
  expect((await team.request('DELETE', `/users/${ann.memberId}`)).status).toBe(200);
  await app.members.erase.mutate({ member_id: ann.memberId });
  await runErasures(api());
  const owners = 'select * from crm_owner where connection_id = $1 order by external_id';
  const left = [
    { external_id: 'another', user_id: bob.userId, email: bob.email, is_erased: false },
    ...['by_email', 'by_hand'].map((external_id) => ({
      external_id,
      user_id: null,
      name: null,
      email: null,
      is_chosen: false,
      is_erased: true,
    })),
  ];
  expect(await read(owners)).toMatchObject(left);
  expect(await people()).toEqual([null, null, bob.userId]);

  await again();
  expect(await read(owners)).toMatchObject(left);
  expect(await people()).toEqual([null, null, bob.userId]);
  const kept = JSON.stringify(await crm.row());
  for (const word of [ann.email, 'Ann Example', 'Example-Former', 'ann.private']) {
    expect(kept).not.toContain(word);
  }

  // Another person has this address now.
  await api().sql.query('update member set email = $3 where tenant_id = $1 and id = $2', [
    team.tenantId,
    bob.memberId,
    ann.email,
  ]);
  await again();
  expect((await people()).slice(0, 2)).toEqual([null, null]);
});
