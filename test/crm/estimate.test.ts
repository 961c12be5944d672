import { describe, expect, test } from 'vitest';
import { insertCrmRun } from '../harness/rows.ts';
import { useApi } from '../harness/use-api.ts';
import { insertConnection } from '../trpc/harness/crm-inputs.ts';
import { CrmTeam } from './harness/crm-team.ts';

const api = useApi();

const open = { status: 'running', finished_at: null };

describe('a run that is not over', () => {
  test('has the rows so far, a speed, and the remaining time', async () => {
    const crm = await CrmTeam.make(api());
    const id = await insertConnection(crm.team);
    // During the night the run waited for the quota.
    const row = {
      started_at: new Date(api().clock.now().getTime() - 36_000_000),
      worked_ms: 10_000,
      records: 500,
      expected: 2000,
    };
    await insertCrmRun(crm.team, { connection_id: id, ...open, ...row });
    const { data } = await crm.app.crm.connections.query({});
    expect(data[0]).toMatchObject({
      state: 'running',
      run: { records: 500, expected: 2000, per_second: 50, seconds_left: 30 },
    });
  });

  test.each([
    ['deals', { records: 500, expected: 2000 }, null],
    ['notes', { records: 2500, expected: 6000 }, 70],
    ['notes', { records: 2500, expected: null }, null],
  ])(
    'with notes, the remaining time is known only when the notes are counted (%s, %j)',
    async (stream, row, left) => {
      const crm = await CrmTeam.make(api());
      const id = await insertConnection(crm.team, { settings: '{"notes":true}' });
      const worked = { stream, worked_ms: row.records * 20 };
      await insertCrmRun(crm.team, { connection_id: id, ...open, ...worked, ...row });
      const { data } = await crm.app.crm.connections.query({});
      const run = { ...row, per_second: 50, seconds_left: left };
      expect(data[0]?.run).toMatchObject(run);
      expect((await crm.app.crm.runs.query({ connection_id: id })).data[0]).toMatchObject(run);
    },
  );
});
