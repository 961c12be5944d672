import type { ShareHolder } from '../../shared/load/share-holder.ts';
import type { Capacity, Slot } from './capacity.ts';

export type EndpointRef = { endpointId: string; holder: ShareHolder };
/** The endpoint that comes next, with a slot for each delivery that may be claimed. */
export type Batch = EndpointRef & { slots: Slot[] };

export const wantedOf = (batches: readonly Batch[]) =>
  batches.map(({ endpointId, slots }) => ({ endpointId, most: slots.length }));

/**
 * Endpoints that may have due deliveries. Teams take turns, and so do the endpoints of one team: a team with
 * a hundred endpoints that do not answer delays another team by one turn, not by a hundred. The queue skips
 * an endpoint without free capacity. The endpoint keeps its place in the queue, and its deliveries stay in
 * the table.
 */
export class EndpointQueue {
  /** The waiting endpoints of each team. Teams and endpoints are in the order of their turns. */
  readonly #waiting = new Map<ShareHolder, Set<string>>();
  /**
   * Endpoints from which the loop is claiming now. The value is true if `add` was called again for
   * the endpoint meanwhile.
   */
  readonly #claiming = new Map<string, boolean>();

  get size(): number {
    let size = 0;
    for (const endpoints of this.#waiting.values()) size += endpoints.size;
    return size;
  }

  add(endpoint: EndpointRef): void {
    const { endpointId } = endpoint;
    if (this.#claiming.has(endpointId)) this.#claiming.set(endpointId, true);
    else this.#enqueue(endpoint);
  }

  /** Takes at most `most` endpoints out of the queue; `settle` ends the batch of each. */
  next(capacity: Capacity, most: number): Batch[] {
    const batches: Batch[] = [];
    // A team that is put back at the end of the Map is visited again in this same loop, so it can get
    // several batches.
    for (const [holder, endpoints] of this.#waiting) {
      if (batches.length === most || capacity.isFull) break;
      const batch = capacity.isFullFor(holder)
        ? undefined
        : firstWithCapacity(holder, endpoints, capacity);
      if (!batch) continue;
      batches.push(batch);
      endpoints.delete(batch.endpointId);
      this.#claiming.set(batch.endpointId, false);
      this.#waiting.delete(holder);
      if (endpoints.size > 0) this.#waiting.set(holder, endpoints);
    }
    return batches;
  }

  /** Ends a batch. An endpoint that may have more due deliveries waits again, behind the others. */
  settle(endpoint: EndpointRef, hasMore: boolean): void {
    const wasAddedAgain = this.#claiming.get(endpoint.endpointId) ?? false;
    this.#claiming.delete(endpoint.endpointId);
    if (hasMore || wasAddedAgain) this.#enqueue(endpoint);
  }

  #enqueue({ endpointId, holder }: EndpointRef): void {
    const endpoints = this.#waiting.get(holder);
    if (endpoints) endpoints.add(endpointId);
    else this.#waiting.set(holder, new Set([endpointId]));
  }
}

function firstWithCapacity(
  holder: ShareHolder,
  endpoints: Set<string>,
  capacity: Capacity,
): Batch | undefined {
  for (const endpointId of endpoints) {
    const free = capacity.freeFor(holder, endpointId);
    if (free === 0) continue;
    const slots = Array.from({ length: free }, () => capacity.take(holder, endpointId));
    return { endpointId, holder, slots };
  }
  return undefined;
}

/**
 * The slots of the batches: one of each endpoint in turn. The next delivery of an endpoint then often finds an idle
 * connection, where sixteen at once would each open one.
 */
export function* inTurn(batches: readonly Batch[]) {
  const most = Math.max(0, ...batches.map(({ slots }) => slots.length));
  for (let turn = 0; turn < most; turn += 1) {
    for (const { endpointId, slots } of batches) {
      const slot = slots[turn];
      if (slot) yield { slot, endpointId, turn };
    }
  }
}
