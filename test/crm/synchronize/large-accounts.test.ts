import { expect, test } from 'vitest';
import type { DealField, Pipeline, Reference } from '../../../src/crm/connector.ts';
import { makeSession } from '../../harness/app.ts';
import { onThisMachine } from '../../harness/computed-ms.ts';
import { makeTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';
import { longestStep } from '../harness/longest-step.ts';
import { aDeal, PlainCrm } from '../harness/plain-crm.ts';

const api = useApi();

const many = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));
const aField = (id: string, choices: number): DealField => ({
  id,
  name: `Field ${id}`,
  options: many(choices, (n) => ({ value: `${id}-${n}`, name: `Choice ${n} of the field` })),
});
const aPipeline = (id: string, stages: number): Pipeline => ({
  id,
  name: `Pipeline ${id}`,
  stages: many(stages, (n) => ({ id: `s${n}`, name: `Stage ${n} of ${id}`, probability: 1 })),
});

/** A connection to a CRM with this reference, and the app of its owner. */
async function connectedTo(reference: Partial<Reference>, settings: object = {}) {
  const team = await makeTeam(api());
  const crm = await PlainCrm.of(team, { settings });
  let requestCount = 0;
  crm.connector.reference = async () => {
    requestCount += 1;
    return { owners: [], pipelines: [], fields: [], ...reference };
  };
  const { app } = await makeSession(team, team.owner);
  const detail = () => app.crm.getConnection.query({ connection_id: crm.connectionId });
  return { team, crm, app, detail, requestCount: () => requestCount };
}

test('the page of a connection says how much of its CRM is not kept, and the row of the connection has no fields', async () => {
  const fields = [...many(1_010, (n) => aField(`f${n}`, 20)), aField('chosen', 900)];
  const pipelines = many(203, (n) => aPipeline(`p${n}`, 2));
  const { crm, detail } = await connectedTo({ fields, pipelines }, { objections_field: 'chosen' });
  expect((await detail()).left_out).toBe(null);
  expect(await crm.synchronize()).toBe('ok');
  const { left_out, ...shown } = await detail();
  const kept = shown.fields.flatMap(({ options }) => options).length;
  expect(left_out).toEqual({ fields: 11, pipelines: 3, stages: 0, choices: 999 * 20 + 900 - kept });
  expect(shown.fields.at(-1)).toEqual(fields.at(-1));
  expect(shown.pipelines.length).toBe(200);
  expect(await crm.row()).not.toHaveProperty('account.reference.fields');
});

test('of an ordinary CRM, nothing is left out', async () => {
  const fields = many(60, (n) => aField(`f${n}`, 50));
  const pipelines = many(5, (n) => aPipeline(`p${n}`, 10));
  const { crm, detail } = await connectedTo({ fields, pipelines });
  expect(await crm.synchronize()).toBe('ok');
  expect(await detail()).toMatchObject({
    fields,
    left_out: { fields: 0, choices: 0, pipelines: 0, stages: 0 },
  });
});

test('the choices of a field that a person chooses are read at once if they were not kept', async () => {
  const fields = [...many(100, (n) => aField(`f${n}`, 500)), aField('late', 100)];
  const { crm, app, detail, requestCount } = await connectedTo({ fields });
  expect(await crm.synchronize()).toBe('ok');
  const { version, fields: shown } = await detail();
  expect(shown.at(-1)?.options).toEqual([]);
  const connection_id = crm.connectionId;
  const settings = { industry_field: 'late' };
  await app.crm.changeConnection.mutate({ connection_id, version, settings });
  expect(await crm.synchronize()).toBe('ok');
  expect(requestCount()).toBe(2);
  expect((await detail()).fields.at(-1)?.options.length).toBe(100);
});

test('P830: a connection whose fields a migration has moved is read anew', async () => {
  const { crm, detail, requestCount } = await connectedTo({ fields: [aField('f', 3)] });
  expect(await crm.synchronize()).toBe('ok');
  const old = { fields: [aField('f', 2)], pipelines: [], read_at: new Date() };
  await crm.set('account = account || $2', { reference: old });
  const moved = 'update crm_fields set left_out = null, read_at = null where connection_id = $1';
  await api().sql.query(moved, [crm.connectionId]);
  expect(await crm.synchronize()).toBe('ok');
  expect(requestCount()).toBe(2);
  expect((await detail()).fields).toEqual([aField('f', 3)]);
  expect(await crm.row()).not.toHaveProperty('account.reference.fields');
});

test('a name of a field may have the characters of an escape of JSON, or half a surrogate', async () => {
  const names = ['Branche \\u0000', 'C:\\ud83d', 'halb \ud83d', 'null \0'];
  const fields = names.map((name, index) => ({ id: `f${index}`, name, options: [] }));
  const { crm, detail } = await connectedTo({ fields });
  expect(await crm.synchronize()).toBe('ok');
  const shown = (await detail()).fields.map(({ name }) => name);
  expect(shown).toEqual(['Branche \\u0000', 'C:\\ud83d', 'halb \ufffd', 'null ']);
});

test('5 MB of choices do not change the longest turn of the lists of deals', async () => {
  const pipelines = many(20, (n) => aPipeline(`p${n}`, 10));
  const { team, crm, app } = await connectedTo({ pipelines });
  crm.deals = many(50, (n) => aDeal(`d${n}`, { pipelineId: `p${n % 20}`, stageId: `s${n % 10}` }));
  expect(await crm.synchronize()).toBe('ok');
  // As releases before 0.11.0 stored them, in a connection that is read and in one that has ended.
  const fields = many(100, (n) => aField(`f${n}`, 900));
  const ended = await PlainCrm.of(team);
  for (const one of [crm, ended]) {
    await one.set(
      `account = jsonb_set(account || '{"reference": {}}' || account, '{reference,fields}', $2)`,
      JSON.stringify(fields),
    );
  }
  await ended.set(`state = 'ended', next_sync_at = null`);
  const { data } = await app.crm.listDeals.query({});
  expect(data.length).toBe(50);
  for (const { pipeline_id, pipeline_name, stage_id, stage_name } of data) {
    expect(pipeline_name).toBe(`Pipeline ${pipeline_id}`);
    expect(stage_name).toBe(`Stage ${stage_id?.slice(1)} of ${pipeline_id}`);
  }
  const lists = async () => {
    await app.crm.listDeals.query({});
    await app.crm.listDeals.query({ search: 'd1' });
    await app.crm.listObjections.query({});
    await app.crm.connections.query({});
  };
  const most = onThisMachine(10);
  expect(await longestStep(lists, most)).toBeLessThan(most);
}, 30_000);
