import type { TeamVisit } from '../../operation/call.ts';
import type { EndpointDetail } from './endpoint-detail.schema.ts';

type Row = {
  status: string;
  last_success_at: Date | null;
  failing_since: Date | null;
  paused_at: Date | null;
};
type State = Pick<
  EndpointDetail,
  'status' | 'last_success_at' | 'failing_since' | 'pauses_at' | 'paused_at'
>;

/** The state of an endpoint, and when it will be paused if it goes on failing (D141). */
export function describeEndpointState(
  { webhookPauseAfterMs }: Pick<TeamVisit, 'webhookPauseAfterMs'>,
  { status, last_success_at, failing_since, paused_at }: Row,
): State {
  const pauses = status === 'active' ? failing_since : null;
  return {
    status: status as State['status'],
    last_success_at: last_success_at?.toISOString() ?? null,
    failing_since: failing_since?.toISOString() ?? null,
    pauses_at: pauses && new Date(pauses.getTime() + webhookPauseAfterMs).toISOString(),
    paused_at: paused_at?.toISOString() ?? null,
  };
}
