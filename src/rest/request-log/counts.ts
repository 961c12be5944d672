import type { KnownLine } from './line.ts';

export type DayCount = {
  tenantId: string;
  /** In UTC, in days since 1970. */
  day: number;
  keyId: string;
  status: number;
  requests: number;
};

const DAY_MS = 86_400_000;
/** About 10 MB. Requests of further keys are not counted until these are written. */
const MAX_COUNTS = 50_000;

/** Requests that have no line, but count in the usage of their key. */
export class Counts {
  #counts = new Map<string, DayCount>();

  add({ asker: { tenantId, keyId }, at, status }: KnownLine): void {
    const day = Math.floor(at.getTime() / DAY_MS);
    this.giveBack([{ tenantId, day, keyId, status, requests: 1 }]);
  }

  take(): DayCount[] {
    const taken = [...this.#counts.values()];
    this.#counts = new Map();
    return taken;
  }

  /** Adds counts that could not be written. */
  giveBack(counts: DayCount[]): void {
    for (const given of counts) {
      const name = `${given.tenantId} ${given.day} ${given.keyId} ${given.status}`;
      const known = this.#counts.get(name);
      if (known) known.requests += given.requests;
      else if (this.#counts.size < MAX_COUNTS) this.#counts.set(name, given);
    }
  }
}
