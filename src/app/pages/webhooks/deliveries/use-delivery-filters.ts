import { useMemo } from 'react';
import type { ListAllDeliveriesInput } from '../../../../features/webhooks/list-all-deliveries.schema.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/time/durations.ts';
import { statesOf } from '../../../../shared/web/states.ts';
import { useFilters } from '../../../ui/use-filters.ts';
import { typeNamed } from '../event-types.ts';

export const spans = ['1h', '24h', '7d'] as const;

const lengths = { '1h': HOUR_MS, '24h': DAY_MS, '7d': 168 * HOUR_MS };

export type DeliveryFilter = Pick<
  ListAllDeliveriesInput,
  'endpoint_id' | 'type' | 'event_id' | 'object_id' | 'answer' | 'from' | 'to'
>;

const names = ['status', 'type', 'span', 'from', 'to', 'id', 'endpoint', 'answer'] as const;

/** What addresses from before 0.12.0 call these states, and what people call them who write an address. */
const former = new Map([
  ['pending', 'queued'],
  ['failed', 'retrying'],
  ['delivered', 'ok'],
]);

/** The filters of the list, which the page keeps in the address. */
export function useDeliveryFilters(endpointId?: string) {
  const [values, set] = useFilters(names);
  const { span, from, to, id, endpoint, answer } = values;
  const named = former.get(values.status ?? '') ?? values.status;
  const status = statesOf('delivery').find((one) => one === named);
  const type = typeNamed(values.type);
  const filter = useMemo((): DeliveryFilter => {
    const length = spans.find((one) => one === span);
    // A relative period, such as "last hour", begins when the person chooses it, so that its pages fit together.
    const since = length ? new Date(Date.now() - lengths[length]).toISOString() : momentIn(from);
    const until = length ? undefined : momentIn(to);
    const chosen = endpointId ?? endpoint;
    return {
      ...(chosen && { endpoint_id: chosen }),
      ...(type && { type }),
      ...idFilter(id?.trim() ?? ''),
      ...(answer && { answer }),
      ...(since && { from: since }),
      ...(until && { to: until }),
    };
  }, [type, span, from, to, id, endpoint, answer, endpointId]);
  const isFiltered = Boolean(status || type || span || from || to || id || endpoint || answer);
  return { values: { ...values, status, type }, set, status, filter, isFiltered };
}

/** Undefined for a text that is no time. People may have typed the address by hand. */
function momentIn(text: string | undefined): string | undefined {
  return text && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined;
}

function idFilter(id: string): Pick<DeliveryFilter, 'event_id' | 'object_id'> {
  if (id === '') return {};
  return id.startsWith('evt_') ? { event_id: id } : { object_id: id };
}
