import type { Clock } from '../../src/shared/clock.ts';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #at = Date.parse('2026-11-18T09:00:00.000Z');

  now(): Date {
    return new Date(this.#at);
  }

  stoppedAt(): Date {
    return this.now();
  }

  travel(milliseconds: number): void {
    this.#at += milliseconds;
  }
}
