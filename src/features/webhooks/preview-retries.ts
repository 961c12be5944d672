import type { Call } from '../../operation/call.ts';
import { findChosen } from './find-chosen.ts';
import type { RetryAllInput, RetryPreview } from './retry-all.schema.ts';

/** Counts the deliveries that a bulk retry would attempt now, before the person decides. */
export async function previewRetries(call: Call, input: RetryAllInput): Promise<RetryPreview> {
  const { endpoints, counts, end } = await findChosen(call, input);
  const counted = endpoints.flatMap(({ id, url, status }) => {
    const count = counts[id] ?? 0;
    return count > 0 ? [{ endpoint_id: id, url, status, count }] : [];
  });
  const count = counted.reduce((sum, one) => sum + one.count, 0);
  return { count, endpoints: counted, counted_back_to: end };
}
