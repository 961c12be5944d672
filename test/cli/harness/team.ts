import type pg from 'pg';
import { newId } from '../../../src/db/ids.ts';
import { createTeam } from '../../../src/features/team/create-team.ts';
import type { CreateTeamInput } from '../../../src/features/team/team.schema.ts';
import type { PrismaCall } from '../../../src/operation/call.ts';
import { asSystem } from '../../../src/operation/system-call.ts';

export const NOW = new Date('2026-11-20T12:00:00.000Z');

/** Where `runCommand` runs a command at that time. */
export const atNow = (sql: pg.Pool) => ({ sql, clock: { now: () => NOW } });

export function later(milliseconds: number): Date {
  return new Date(NOW.getTime() + milliseconds);
}

type Team = Awaited<ReturnType<typeof createTeam>> & {
  do<T>(work: (call: PrismaCall) => Promise<T>, at?: Date): Promise<T>;
};

export async function newTeam(pool: pg.Pool, input: Partial<CreateTeamInput> = {}): Promise<Team> {
  const tenantId = newId('ten', NOW);
  const made = await asSystem(pool, tenantId, NOW, (call) =>
    createTeam(call, { name: 'Team under test', owner: 'owner@example.com', ...input }),
  );
  return { ...made, do: (work, at = NOW) => asSystem(pool, tenantId, at, work) };
}
