import type { EndpointDetail } from '../../../features/webhooks/endpoint-detail.schema.ts';
import { useTexts } from '../../text/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { endpointTexts } from './endpoints/texts.ts';

type Props = Pick<EndpointDetail, 'status' | 'failing_since'>;

const tones = {
  active: 'plain',
  failing: 'warn',
  disabled: 'plain',
  disabled_failures: 'bad',
} as const;

export function EndpointState({ status, failing_since }: Props) {
  const t = useTexts(endpointTexts);
  const state = status === 'active' && failing_since ? 'failing' : status;
  return <Badge tone={tones[state]}>{t.states[state]}</Badge>;
}
