import { randomUUID } from 'node:crypto';
import type { CannonRequest } from 'autocannon';
import type pg from 'pg';
import type { Filled } from '../database.ts';

export const SERVICE_TOKEN = 'service-token-of-the-bench-with-32-characters';

export type IntakeTeam = { tenant_id: string; user_ids: string[] };

export async function intakeTeams(
  sql: pg.Client,
  { keys }: Filled,
  count: number,
): Promise<IntakeTeam[]> {
  const ids = [...new Set(keys.map(({ tenant_id }) => tenant_id))].slice(0, count);
  const { rows } = await sql.query<IntakeTeam>(
    `select m.tenant_id, array_agg(m.user_id) as user_ids from member m
     where m.tenant_id = any ($1) and m.status = 'active' group by m.tenant_id`,
    [ids],
  );
  return rows;
}

const tip = {
  issue: 'The price was defended before its reason was asked for.',
  moment: 'We can talk about a discount.',
  principle: 'Ask before you answer.',
  rewrite: 'What would the price have to be worth for you?',
  impact: 'Keeps the margin and shows interest.',
};

/** The n-th call of `trainings.record`. The teams take turns. */
export function batchRequest(
  teams: readonly IntakeTeam[],
  n: number,
  count: number,
): CannonRequest {
  const team = teams[n % teams.length];
  if (!team) throw new Error('There is no team');
  const trainings = Array.from({ length: count }, (_, i) => ({
    session_id: randomUUID(),
    user_id: team.user_ids[(n + i) % team.user_ids.length],
    duration_s: 300 + i,
    score: {
      dimensions: {
        closing: 60,
        conversation_control: 70,
        needs_analysis: 65,
        objection_handling: 55,
        value_argument: i % 100,
      },
      total: i % 100,
      tips: [tip, tip],
    },
  }));
  return {
    method: 'POST',
    path: '/trpc/trainings.record',
    headers: { authorization: `Bearer ${SERVICE_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ tenant_id: team.tenant_id, trainings }),
  };
}
