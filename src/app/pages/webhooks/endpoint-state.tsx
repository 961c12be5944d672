import type { EndpointDetail } from '../../../features/webhooks/endpoint-detail.schema.ts';
import { State } from '../../ui/state.tsx';

type Props = Pick<EndpointDetail, 'status' | 'failing_since'>;

export function EndpointState({ status, failing_since }: Props) {
  return <State is={status === 'active' && failing_since ? 'failing' : status} noun="endpoint" />;
}
