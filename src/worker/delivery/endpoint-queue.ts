import type { Place, Room } from './room.ts';

export type EndpointRef = { endpointId: string; tenantId: string };
export type Turn = EndpointRef & { places: Place[] };

/**
 * Endpoints that may have due deliveries. Teams take turns, and the endpoints of a team among
 * themselves: a hundred of them that hang are one before the next team, not a hundred. Whoever has
 * no room now is passed over and keeps its turn: its deliveries are parked where they are, in the
 * table.
 */
export class EndpointQueue {
  /** Of each team its endpoints, both in the order of their turns. */
  readonly #waiting = new Map<string, Set<string>>();
  /** Asked about right now; true if something new was heard of in the meantime. */
  readonly #asked = new Map<string, boolean>();

  get size(): number {
    let size = 0;
    for (const endpoints of this.#waiting.values()) size += endpoints.size;
    return size;
  }

  add(endpoint: EndpointRef): void {
    const { endpointId } = endpoint;
    if (this.#asked.has(endpointId)) this.#asked.set(endpointId, true);
    else this.#wait(endpoint);
  }

  /** Whose turn it is, with a place for each delivery that may be taken. */
  next(room: Room, most: number): Turn[] {
    const turns: Turn[] = [];
    // A team that had its turn comes again at the end of the same walk.
    for (const [tenantId, endpoints] of this.#waiting) {
      if (turns.length === most || room.isFull) break;
      const turn = room.isFullFor(tenantId) ? undefined : firstWithRoom(tenantId, endpoints, room);
      if (!turn) continue;
      turns.push(turn);
      endpoints.delete(turn.endpointId);
      this.#asked.set(turn.endpointId, false);
      this.#waiting.delete(tenantId);
      if (endpoints.size > 0) this.#waiting.set(tenantId, endpoints);
    }
    return turns;
  }

  /** It was asked about; with more to be had it waits for its next turn, behind the others. */
  settle(endpoint: EndpointRef, hasMore: boolean): void {
    const heardOfMore = this.#asked.get(endpoint.endpointId) ?? false;
    this.#asked.delete(endpoint.endpointId);
    if (hasMore || heardOfMore) this.#wait(endpoint);
  }

  #wait({ endpointId, tenantId }: EndpointRef): void {
    const endpoints = this.#waiting.get(tenantId);
    if (endpoints) endpoints.add(endpointId);
    else this.#waiting.set(tenantId, new Set([endpointId]));
  }
}

function firstWithRoom(tenantId: string, endpoints: Set<string>, room: Room): Turn | undefined {
  for (const endpointId of endpoints) {
    const free = room.of(tenantId, endpointId);
    if (free === 0) continue;
    const places = Array.from({ length: free }, () => room.take(tenantId, endpointId));
    return { endpointId, tenantId, places };
  }
  return undefined;
}
