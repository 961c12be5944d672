import type { DeliveryDetail, Step } from './delivery-detail.schema.ts';

type Told = Pick<
  DeliveryDetail,
  'status' | 'created_at' | 'ended_at' | 'next_try_at' | 'waiting' | 'attempts'
>;

/** What has happened to a delivery, and what comes next, in the order of time. */
export function describeSteps(delivery: Told): Step[] {
  const { status, created_at, ended_at, next_try_at, waiting, attempts } = delivery;
  const steps: Step[] = [{ at: created_at, what: 'raised' }];
  for (const { n, at, error, manual } of attempts) {
    if (manual) steps.push({ at: manual.asked_at, what: 'retry_asked', n, by: manual.by });
    steps.push({ at, what: error === null ? 'arrived' : 'attempted', n });
  }
  if (waiting) steps.push({ at: waiting.asked_at, what: 'retry_asked', by: waiting.by });
  if (status === 'gave_up' && ended_at) steps.push({ at: ended_at, what: 'gave_up' });
  if (status === 'pending' && next_try_at) steps.push({ at: next_try_at, what: 'next_try' });
  // The sort keeps the order of steps at the same moment.
  return steps.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
