import { expect, test } from 'vitest';
import { errorOf } from '../harness/app.ts';
import { useApi } from '../harness/use-api.ts';
import { anAccount } from '../trpc/harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();

test('no procedure shows a connection of another team, even of the same account', async () => {
  const [mine, theirs] = [await CrmTeam.make(api()), await CrmTeam.make(api())];
  const account = anAccount();
  const foreign = await theirs.connect({ account, name: 'Theirs' });
  for (let n = 0; n < 4; n++) await theirs.connect();
  expect((await theirs.app.crm.providers.query({})).left).toBe(0);

  expect((await mine.app.crm.connections.query({})).data).toEqual([]);
  expect((await mine.app.crm.providers.query({})).left).toBe(5);
  const own = await mine.connect({ account, name: 'Mine' });
  expect(own.id).not.toBe(foreign.id);
  expect((await mine.app.crm.connections.query({})).data.map(({ id }) => id)).toEqual([own.id]);
  expect((await mine.app.crm.providers.query({})).left).toBe(4);
  expect(await errorOf(mine.connect({ account }))).toMatchObject({ code: 'conflict', id: own.id });
  expect((await theirs.app.crm.connections.query({})).data).toHaveLength(5);
  await theirs.app.crm.disconnect.mutate({ connection_id: foreign.id, data: 'keep' });
  expect(await errorOf(mine.connect({ account }))).toMatchObject({ code: 'conflict', id: own.id });
});
