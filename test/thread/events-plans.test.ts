import { expect, test } from 'vitest';
import { Privacy } from '../../src/auth/privacy.ts';
import { type Queryable, TeamDb } from '../../src/db/team-db.ts';
import { listThreadEvents } from '../../src/features/thread/list-thread-events.ts';
import type { TeamVisit } from '../../src/operation/call.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { Backend, newSessionId } from '../trainings/harness/intake.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';

const api = useApi({ env: { SERVICE_TOKEN } });
const TRAININGS = 60;
const ENDPOINTS = 3;

type Statement = { text: string; values: unknown[] };
type Node = { [field: string]: unknown; Plans?: Node[] };

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
const numberIn = (node: Node, field: string) => Number(node[field] ?? 0);

test('the deliveries of a millisecond are read once, not once for each event', async () => {
  const team = await makeTeam(api());
  const { userId } = await team.addMember();
  for (let i = 0; i < ENDPOINTS; i++)
    await insertEndpoint(team, { events: ['training.completed'] });
  const training = { user_id: userId, started_at: '2026-11-03T08:15:00Z' };
  await new Backend(team).record(
    Array.from({ length: TRAININGS }, () => ({
      ...training,
      session_id: newSessionId(),
      finished_at: '2026-11-03T08:25:00Z',
    })),
  );
  const { rows } = await api().sql.query<{ id: string; request_id: string; at: Date }>(
    `select id, request_id, created_at as at from webhook_event
     where tenant_id = $1 and type = 'training.completed' limit 1`,
    [team.tenantId],
  );
  const [event] = rows;
  if (!event) throw new Error('Nothing was raised');

  const requests: Statement[] = [];
  const recording = {
    query: ({ text, values }: Statement) => {
      requests.push({ text, values });
      return api().sql.query(text, values);
    },
  };
  const db = new TeamDb(recording as unknown as Queryable, team.tenantId);
  const privacy = Privacy.of({ member_detail_enabled: true, leaderboard_enabled: true });
  const actor = {
    kind: 'system',
    tenantId: team.tenantId,
    privacy,
  } as unknown as TeamVisit['actor'];
  const found = await listThreadEvents({ db, actor } as TeamVisit, {
    start: { of: 'request', id: event.request_id },
    requestId: event.request_id,
    entries: [],
    objects: null,
    eventAt: event.at.toISOString(),
  });
  expect(found).toHaveLength(21);
  for (const { deliveries } of found) expect(deliveries).toHaveLength(ENDPOINTS);

  let read = 0;
  for (const { text, values } of requests) {
    const { rows: plans } = await api().sql.query(
      `explain (analyze, timing off, format json) ${text}`,
      values,
    );
    for (const node of nodesOf(plans[0]['QUERY PLAN'][0].Plan)) {
      if (node['Relation Name'] !== 'webhook_delivery') continue;
      const rowsRead = numberIn(node, 'Actual Rows') + numberIn(node, 'Rows Removed by Filter');
      read += rowsRead * numberIn(node, 'Actual Loops');
    }
  }
  expect(read).toBeLessThanOrEqual(TRAININGS * ENDPOINTS);
});
