import { rights } from '../../../src/auth/rights.ts';
import { type Browser, makeSession, serviceOf } from '../../harness/app.ts';
import type { NamedProcedure } from '../../harness/app-answers.ts';
import type { World } from '../../harness/world.ts';

/** For the API under test, so that the product's backend can be a caller. */
export const SERVICE_TOKEN = 'service-token-of-at-least-32-characters';

export function isOfService({ meta }: NamedProcedure): boolean {
  return rights[meta.permission.app].who === 'service';
}

/** Whoever may call it with the input of `validInput`: the product's backend, or the world's owner. */
export function callerFor(procedure: NamedProcedure, { team }: World): Browser | Promise<Browser> {
  return isOfService(procedure)
    ? serviceOf(team.api, SERVICE_TOKEN)
    : makeSession(team, team.owner);
}
