import { Counter } from 'prom-client';

/** The limits that keep one team, or a flood of requests, from using up resources that all teams share. */
const guards = [
  'admission',
  'team_connections',
  'team_locks',
  'unread_answers',
  'unused_bodies',
] as const;
export type Guard = (typeof guards)[number];

/** Why a request got 503 although nothing is broken. */
export class Overload extends Error {
  override name = 'Overload';
  readonly guard: Guard;

  constructor(guard: Guard, message: string) {
    super(message);
    this.guard = guard;
  }
}

const refusals = new Counter({
  name: 'api_overload_refusals_total',
  help: 'Requests, and calls of the app, that were refused to protect the others, by what refused them.',
  labelNames: ['guard'],
});
for (const guard of guards) refusals.inc({ guard }, 0);

/** Counts a refusal whose cause is one of the limits. */
export function countOverload(cause: unknown): void {
  if (cause instanceof Overload) refusals.inc({ guard: cause.guard });
}
