import { newId } from '../../../src/db/ids.ts';
import { API_VERSION } from '../../../src/features/webhooks/events.schema.ts';
import { insert } from '../../harness/rows.ts';
import type { TestTeam } from '../../harness/team.ts';

type Kept = { type?: string; created_at?: Date; data?: Record<string, unknown> };

let made = 0;

/** An event that the feed of the team has kept, with all personal fields. Returns its id. */
export async function insertKept(team: TestTeam, kept: Kept = {}): Promise<string> {
  const { type = 'training.completed', created_at = team.api.clock.now(), data } = kept;
  const { tenantId: tenant_id } = team;
  const id = newId('evt', created_at);
  const body = JSON.stringify({
    id,
    type,
    created_at: created_at.toISOString(),
    api_version: API_VERSION,
    tenant_id,
    data: { team_id: tenant_id, training_id: 'trn_1', user_id: 'usr_1', score: 70, ...data },
  });
  made += 1;
  await insert(team.api, 'webhook_event', { tenant_id, id, type, body, created_at });
  await insert(team.api, 'kept_event', { tenant_id, event_id: id, type, seq: made, created_at });
  return id;
}
