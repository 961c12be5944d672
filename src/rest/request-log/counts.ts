import { DAY_MS } from '../../shared/time/durations.ts';
import type { TeamLine } from './line.ts';

export type DayCount = {
  tenantId: string;
  keyId: string;
  /** The day in UTC, counted from 1970. */
  day: number;
  ok: number;
  clientErrors: number;
  refused: number;
  limited: number;
  serverErrors: number;
};

/**
 * The most counts that wait to be written, about 10 MB. Above that, requests of further keys are not counted.
 */
const MAX_COUNTS = 50_000;

/** How many requests of each key ended in which way, until the counts are written. */
export class Counts {
  /** The counts by day, then by key. */
  #days = new Map<number, Map<string, DayCount>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add({ tenantId, keyId, at, status }: TeamLine): void {
    const count = this.#countOf(tenantId, keyId, Math.floor(at.getTime() / DAY_MS));
    if (!count) return;
    if (status < 400) count.ok += 1;
    else if (status >= 500) count.serverErrors += 1;
    else if (status === 401) count.refused += 1;
    else if (status === 429) count.limited += 1;
    else count.clientErrors += 1;
  }

  take(): DayCount[] {
    const taken = [...this.#days.values()].flatMap((keys) => [...keys.values()]);
    this.#days = new Map();
    this.#size = 0;
    return taken;
  }

  #countOf(tenantId: string, keyId: string, day: number): DayCount | undefined {
    let keys = this.#days.get(day);
    if (!keys) {
      keys = new Map();
      this.#days.set(day, keys);
    }
    let count = keys.get(keyId);
    if (!count && this.#size < MAX_COUNTS) {
      const none = { ok: 0, clientErrors: 0, refused: 0, limited: 0, serverErrors: 0 };
      count = { tenantId, keyId, day, ...none };
      keys.set(keyId, count);
      this.#size += 1;
    }
    return count;
  }
}
