import { describe, expect, test, vi } from 'vitest';
import { applyMappings } from '../../../src/features/crm/apply-mappings.ts';
import { matchOwners } from '../../../src/features/crm/owners.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();

describe('mappings', () => {
  test('owners are members by e-mail, and a changed mapping applies without a read', async () => {
    const team = await makeTeam(api());
    const [ann, bob] = [await team.addMember(), await team.addMember()];
    const crm = await PlainCrm.of(team);
    crm.owners = [{ id: 'o1', name: 'Ann', email: ann.email.toUpperCase() }];
    crm.deals = [aDeal('1', { ownerId: 'o1', industryValue: 'x' }), aDeal('2', { ownerId: 'o2' })];
    await crm.synchronize();
    const people = async () => (await crm.stored()).map(({ owner_user_id }) => owner_user_id);
    expect(await people()).toEqual([ann.userId, null]);
    // The CRM does not name the owner of the second deal. A person assigns it.
    await api().sql.query(
      `update crm_owner set user_id = $2, is_chosen = true where connection_id = $1 and external_id = 'o2'`,
      [crm.connectionId, bob.userId],
    );
    const requests = crm.requests.length;
    const settings = { industry_values: {} };
    await team.do(({ db }) => applyMappings(db, { id: crm.connectionId, settings }));
    expect(await people()).toEqual([ann.userId, bob.userId]);
    expect(crm.requests).toHaveLength(requests);
  });

  test('of many deals leave half of the time to others: after each piece there is a pause as long as the piece', async () => {
    const team = await makeTeam(api());
    const crm = await PlainCrm.of(team);
    crm.deals = Array.from({ length: 1_000 }, (_, n) => aDeal(`${n}`, { ownerId: 'o1' }));
    await crm.synchronize();
    const pieces: { begin: number; end: number }[] = [];
    await team.do(async ({ db }) => {
      const write = db.write.bind(db);
      vi.spyOn(db, 'write').mockImplementation(async (...statement) => {
        const begin = performance.now();
        const result = await write(...statement);
        pieces.push({ begin, end: performance.now() });
        return result as never;
      });
      await applyMappings(db, { id: crm.connectionId, settings: { industry_values: {} } });
    });
    expect(pieces.length).toBeGreaterThan(3);
    for (const [n, { begin, end }] of pieces.slice(0, -1).entries()) {
      const next = pieces[n + 1]?.begin ?? 0;
      // Timers have whole milliseconds.
      expect(next - end).toBeGreaterThan(end - begin - 2);
    }
  });

  test('an erased owner stays a mere id, whatever the CRM sends', async () => {
    const team = await makeTeam(api());
    const ann = await team.addMember();
    const crm = await PlainCrm.of(team);
    crm.owners = [{ id: 'o1', name: 'Ann', email: ann.email }];
    crm.deals = [aDeal('1', { ownerId: 'o1' })];
    await crm.synchronize();
    await api().sql.query(
      `update crm_owner set user_id = null, name = null, email = null, is_erased = true
       where connection_id = $1`,
      [crm.connectionId],
    );
    await team.do(({ db }) =>
      applyMappings(db, { id: crm.connectionId, settings: { industry_values: {} } }),
    );
    await crm.set("read_again = true, account = '{}'");
    await crm.synchronize();
    await team.do(({ db }) => matchOwners(db, crm.connectionId));
    expect((await crm.stored())[0]).toMatchObject({ owner_id: 'o1', owner_user_id: null });
    const { rows } = await api().sql.query('select * from crm_owner where connection_id = $1', [
      crm.connectionId,
    ]);
    expect(rows).toMatchObject([{ name: null, email: null, user_id: null }]);
  });

  test('owners, pipelines and fields are read once an hour', async () => {
    const crm = await PlainCrm.of(await makeTeam(api()));
    await crm.synchronize();
    await crm.synchronize();
    expect(crm.references).toBe(1);
    await crm.readFieldsLongAgo();
    await crm.synchronize();
    expect(crm.references).toBe(2);
  });
});
