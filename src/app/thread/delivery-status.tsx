import type { FoundDelivery } from '../../features/webhooks/find-deliveries.schema.ts';
import { useTexts } from '../text/language.ts';
import { Badge } from '../ui/badge.tsx';
import { threadTexts } from './texts.ts';

type Props = Pick<FoundDelivery, 'status' | 'attempt' | 'next_try_at'>;

const tones = {
  ok: 'plain',
  held: 'plain',
  queued: 'accent',
  retrying: 'warn',
  gave_up: 'bad',
} as const;

export function DeliveryStatus(delivery: Props) {
  const t = useTexts(threadTexts);
  const state = stateOf(delivery);
  return <Badge tone={tones[state]}>{t.statuses[state]}</Badge>;
}

function stateOf({ status, attempt, next_try_at }: Props): keyof typeof tones {
  if (status !== 'pending') return status;
  // Without a planned attempt, the endpoint is switched off or paused.
  if (next_try_at === null) return 'held';
  return attempt === 0 ? 'queued' : 'retrying';
}
