import type { Capacity, Slot } from './capacity.ts';
import type { EndpointRef } from './endpoint-queue.ts';

type UrgentRef = EndpointRef & { id: string };
/** Urgent deliveries by their id, each with its slot. */
export type Urgent = ReadonlyMap<string, { endpointId: string; slot: Slot }>;

/** Test events and manual retries: they do not wait for their endpoint's turn or limit. */
export class UrgentDeliveries {
  readonly #waiting = new Map<string, UrgentRef>();

  add(delivery: UrgentRef): void {
    this.#waiting.set(delivery.id, delivery);
  }

  /** Takes out those whose team has free capacity. */
  take(capacity: Capacity): Urgent {
    const taken = new Map<string, { endpointId: string; slot: Slot }>();
    for (const { id, holder, endpointId } of this.#waiting.values()) {
      if (capacity.isFullFor(holder)) continue;
      taken.set(id, { endpointId, slot: capacity.take(holder, endpointId) });
      this.#waiting.delete(id);
    }
    return taken;
  }
}
