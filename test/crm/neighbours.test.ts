import { expect, test } from 'vitest';
import { useApi } from '../harness/use-api.ts';
import { anAccount, tokenOf } from '../trpc/harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();

test('no procedure shows a connection of another team, even of the same account', async () => {
  const [mine, theirs] = [await CrmTeam.make(api()), await CrmTeam.make(api())];
  const account = anAccount();
  const entered = {
    provider: 'hubspot' as const,
    credentials: { access_token: tokenOf(account) },
  };
  const foreign = await theirs.connect({ account, name: 'Theirs' });
  for (let n = 0; n < 4; n++) await theirs.connect();
  expect((await theirs.app.crm.providers.query({})).left).toBe(0);

  expect((await mine.app.crm.connections.query({})).data).toEqual([]);
  expect((await mine.app.crm.providers.query({})).left).toBe(5);
  const tested = await mine.app.crm.testCredentials.mutate(entered);
  expect(tested.connected_as).toBeNull();
  expect(JSON.stringify(tested)).not.toContain(foreign.id);

  const own = await mine.connect({ account, name: 'Mine' });
  expect((await mine.app.crm.connections.query({})).data.map(({ id }) => id)).toEqual([own.id]);
  expect((await mine.app.crm.providers.query({})).left).toBe(4);
  expect((await mine.app.crm.testCredentials.mutate(entered)).connected_as).toMatchObject({
    connection_id: own.id,
  });
  expect((await theirs.app.crm.connections.query({})).data).toHaveLength(5);
  await theirs.app.crm.disconnect.mutate({ connection_id: foreign.id, data: 'keep' });
  expect((await mine.app.crm.testCredentials.mutate(entered)).connected_as).toMatchObject({
    connection_id: own.id,
    ended: false,
  });
});
