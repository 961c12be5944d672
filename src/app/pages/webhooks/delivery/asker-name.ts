import type { Asker } from '../../../../features/webhooks/delivery-detail.schema.ts';
import type { deliveryTexts } from './texts.ts';

/** The name of who asked for a retry, if the privacy switches show it. */
export function askerName(by: Asker, t: (typeof deliveryTexts)['de']): string {
  if (by.is_me) return t.me;
  if (by.kind === 'key') return t.key(by.id);
  if (by.kind === 'system') return t.system;
  return by.name ?? t.somebody;
}
