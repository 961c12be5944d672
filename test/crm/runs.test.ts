import { expect, test } from 'vitest';
import { useApi } from '../harness/use-api.ts';
import { CrmTeam } from './harness/crm-team.ts';
import { aDeal, PlainCrm } from './harness/plain-crm.ts';

const api = useApi();

test('the history of runs lists the records that a synchronization has set aside', async () => {
  const { team, app } = await CrmTeam.make(api());
  const crm = await PlainCrm.of(team);
  crm.deals = [aDeal('1000')];
  crm.setAside = [
    { externalId: '1002', field: 'amount' },
    { externalId: null, field: 'id' },
  ];
  await crm.synchronize();
  const { data } = await app.crm.runs.query({ connection_id: crm.connectionId });
  expect(data[0]).toMatchObject({
    set_aside: 2,
    set_aside_records: [
      { external_id: '1002', field: 'amount' },
      { external_id: null, field: 'id' },
    ],
  });
});
