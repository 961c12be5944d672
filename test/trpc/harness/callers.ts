import { rights } from '../../../src/auth/rights.ts';
import { type Browser, makeCommandLine, makeSession, serviceOf } from '../../harness/app.ts';
import type { NamedProcedure } from '../../harness/app-answers.ts';
import type { World } from '../../harness/world.ts';

/** For the API under test, so that the product's backend can be a caller. */
export const SERVICE_TOKEN = 'service-token-of-at-least-32-characters';

export function isOfService({ meta }: NamedProcedure): boolean {
  return rights[meta.permission.app].who === 'service';
}

export function isOfCommandLine({ meta }: NamedProcedure): boolean {
  return rights[meta.permission.app].who === 'command_line';
}

const ofTeams = ['member', 'admin', 'interfaces', 'owner', 'service', 'command_line'];
/** Procedures that are also about the person's account. */
const ofAccount = /^commandLine\.(get|confirm|refuse)Login$/;

/** True for a mutation that is about a team, and not about a person's account. */
export function changesTeam({ name, type, meta }: NamedProcedure): boolean {
  const isOfTeam = ofTeams.includes(rights[meta.permission.app].who);
  return type === 'mutation' && isOfTeam && !ofAccount.test(name);
}

/** The caller who may use the input of `validInput`: the product's backend, or the world's owner. */
export async function callerFor(procedure: NamedProcedure, { team }: World): Promise<Browser> {
  if (isOfService(procedure)) return serviceOf(team.api, SERVICE_TOKEN);
  if (isOfCommandLine(procedure)) return (await makeCommandLine(team, team.owner)).terminal;
  return makeSession(team, team.owner);
}
