import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { scopes } from '../../auth/scopes.ts';
import { inPeopleTransaction, type PeopleHandles } from '../../db/transaction.ts';
import { makeFirstLink, setFirstPassword } from '../../features/account/first-password.ts';
import { createKey } from '../../features/api-keys/create-key.ts';
import { installCatalog } from '../../features/catalog/install-catalog.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { systemCall } from '../../operation/system-call.ts';
import type { Language } from '../../shared/language.ts';
import { firstSignInUrl } from '../../shared/sign-in-url.ts';
import { fillWork } from './fill-work.ts';
import { fillAccounts } from './history/account.ts';
import { fillHistory } from './history/fill-history.ts';
import { Random } from './random.ts';
import { createDemoTeam, type DemoTeam, demoTeamId } from './team.ts';

const SEED = 2026;

export type Demo = {
  tenant_id: string;
  owner_member_id: string;
  owner_user_id: string;
  owner_email: string;
  key_id: string;
  key_prefix: string;
  key: string;
  sign_in_url: string;
  members: number;
  trainings: number;
  assignments: number;
  cases: number;
  deals: number;
  objections: number;
};

type Deps = {
  pool: pg.Pool;
  now: Date;
  publicUrl: string;
  /** The key that encrypts the secrets of webhook endpoints. */
  secretKey: KeyObject;
  /** The language of the people and of what they write. */
  language: Language;
  /** Aborted when the process stops. Nothing is made then. */
  stopping?: AbortSignal;
};

/**
 * Makes a team with the data of a full year, and a key with all scopes, in one transaction. The owner signs in with the
 * given password or, without one, by a first link.
 */
export function createDemo(
  { pool, now, publicUrl, secretKey, language, stopping }: Deps,
  ownerPassword?: string,
): Promise<Demo> {
  const work = async ({ prisma: people, inTeam }: PeopleHandles): Promise<Demo> => {
    const { db, prisma } = inTeam(demoTeamId(now));
    const call = { ...systemCall(db, now), prisma };
    await installCatalog(prisma);
    const team = await createDemoTeam(call, language);
    const counts = await fillDemoTeam(call, team, secretKey);
    await fillAccounts(people, team, { random: new Random(SEED + 2), now });
    const key = await createKey(call, { name: 'Demo', scopes: [...scopes] });
    const { ownerUserId: personId, ownerMemberId: memberId } = team;
    if (ownerPassword !== undefined) {
      await setFirstPassword(call, { personId, password: ownerPassword });
    }
    const token = await makeFirstLink(call, { personId, memberId });
    return {
      tenant_id: team.tenantId,
      owner_member_id: team.ownerMemberId,
      owner_user_id: team.ownerUserId,
      owner_email: team.ownerEmail,
      ...key,
      sign_in_url: firstSignInUrl(publicUrl, token),
      ...counts,
    };
  };
  return inPeopleTransaction(pool, { work, ...(stopping && { signal: stopping }) });
}

async function fillDemoTeam(call: PrismaCall, team: DemoTeam, secretKey: KeyObject) {
  const made = { team, ...(await fillWork(call, team, new Random(SEED))) };
  const { sessions, cases, assignments, deals, objections } = made;
  await fillHistory(call, made, { random: new Random(SEED + 1), secretKey });
  // The numbers leave out removed members, their trainings, and private cases, as the API does.
  const members = team.members.filter(({ status }) => status !== 'removed');
  const shown = new Set(members.map(({ memberId }) => memberId));
  return {
    members: members.length,
    trainings: sessions.trainings.filter(({ member_id }) => shown.has(member_id)).length,
    assignments: assignments.length,
    cases: cases.filter(({ visibility }) => visibility === 'team').length,
    deals: deals.length,
    objections: objections.length,
  };
}
