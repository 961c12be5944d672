import type { Clock } from '../../src/shared/time/clock.ts';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #at = Date.parse('2026-11-18T09:00:00.000Z');
  #elapsedMs = 0;
  /** How far each reading moves the clock, so that no test uses up the limit of a minute by accident. */
  elapsesMs = 1_000;

  now(): Date {
    return new Date(this.#at);
  }

  stoppedAt(): Date {
    return this.now();
  }

  elapsedMs(): number {
    this.#elapsedMs += this.elapsesMs;
    return this.#elapsedMs;
  }

  travel(milliseconds: number): void {
    this.#at += milliseconds;
  }
}
