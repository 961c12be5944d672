import type { Capacity, Slot } from './capacity.ts';
import type { EndpointRef } from './endpoint-queue.ts';

type UrgentRef = EndpointRef & {
  id: string;
  /** True if a replay has asked for it. */
  isReplayed: boolean;
};
/** Urgent deliveries by their id, each with its slot. */
export type Urgent = ReadonlyMap<string, { endpointId: string; slot: Slot }>;

/** Test events, manual retries and replays: they do not wait for their endpoint's turn or limit. */
export class UrgentDeliveries {
  readonly #waiting = new Map<string, UrgentRef>();

  add(delivery: UrgentRef): void {
    this.#waiting.set(delivery.id, delivery);
  }

  /** Takes out those whose team has free capacity. Replays leave half of it to live events (D181). */
  take(capacity: Capacity): Urgent {
    const taken = new Map<string, { endpointId: string; slot: Slot }>();
    for (const { id, holder, endpointId, isReplayed } of this.#waiting.values()) {
      if (capacity.isFullFor(holder)) continue;
      if (isReplayed && capacity.isFullForReplays(holder)) continue;
      taken.set(id, { endpointId, slot: capacity.take(holder, endpointId, true) });
      this.#waiting.delete(id);
    }
    return taken;
  }
}
