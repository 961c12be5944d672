import type { Place, Room } from './room.ts';

export type EndpointRef = { endpointId: string; tenantId: string };
export type Turn = EndpointRef & { places: Place[] };

/**
 * Endpoints that may have due deliveries, in the order of their turns. One that has no room now is
 * passed over and keeps its turn: its deliveries are parked where they are, in the table.
 */
export class Hungry {
  readonly #tenantOf = new Map<string, string>();
  /** Asked about right now; true if something new was heard of in the meantime. */
  readonly #asked = new Map<string, boolean>();

  get size(): number {
    return this.#tenantOf.size;
  }

  add({ endpointId, tenantId }: EndpointRef): void {
    if (this.#asked.has(endpointId)) this.#asked.set(endpointId, true);
    else if (!this.#tenantOf.has(endpointId)) this.#tenantOf.set(endpointId, tenantId);
  }

  /** Whose turn it is, with a place for each delivery that may be taken. */
  next(room: Room, most: number): Turn[] {
    const turns: Turn[] = [];
    for (const [endpointId, tenantId] of this.#tenantOf) {
      if (turns.length === most || room.isFull) break;
      const free = room.of(tenantId, endpointId);
      if (free === 0) continue;
      const places = Array.from({ length: free }, () => room.take(tenantId, endpointId));
      turns.push({ endpointId, tenantId, places });
      this.#tenantOf.delete(endpointId);
      this.#asked.set(endpointId, false);
    }
    return turns;
  }

  /** It was asked about; with more to be had it waits for its next turn, behind the others. */
  settle({ endpointId, tenantId }: EndpointRef, hasMore: boolean): void {
    const heardOfMore = this.#asked.get(endpointId) ?? false;
    this.#asked.delete(endpointId);
    if (hasMore || heardOfMore) this.#tenantOf.set(endpointId, tenantId);
  }
}
