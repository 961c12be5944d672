import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { scopes } from '../../auth/scopes.ts';
import { inPeopleTransaction, type PeopleHandles } from '../../db/transaction.ts';
import { makeFirstLink, setFirstPassword } from '../../features/account/first-password.ts';
import { createKey } from '../../features/api-keys/create-key.ts';
import { installCatalog } from '../../features/catalog/install-catalog.ts';
import { systemCall } from '../../operation/system-call.ts';
import type { Language } from '../../shared/language/language.ts';
import { firstSignInUrl } from '../../shared/web/sign-in-url.ts';
import { fillAccounts } from './account.ts';
import { type CrmOfYear, demoCrm } from './crm.ts';
import { fillTeam } from './fill-team.ts';
import { Random } from './random.ts';
import { createDemoTeam, type DemoTeam, demoTeamId } from './team.ts';

const SEED = 2027;

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
    const { team, owner } = await createDemoTeam(call, language);
    const crm = demoCrm(team, now);
    const filled = await fillTeam(call, team, { crm, inSandbox: false, secretKey });
    const { owner_user_id: personId, owner_member_id: memberId } = owner;
    await fillAccounts(people, team, { personId, random: new Random(SEED), now });
    const key = await createKey(call, { name: 'Demo', scopes: [...scopes] });
    if (ownerPassword !== undefined) {
      await setFirstPassword(call, { personId, password: ownerPassword });
    }
    const token = await makeFirstLink(call, { personId, memberId });
    const { email: owner_email, ...ids } = owner;
    const sign_in_url = firstSignInUrl(publicUrl, token);
    return { ...ids, owner_email, ...key, sign_in_url, ...countsOf(team, filled, crm) };
  };
  return inPeopleTransaction(pool, { work, ...(stopping && { signal: stopping }) });
}

type Filled = Awaited<ReturnType<typeof fillTeam>>;

/** The numbers leave out removed members, their trainings, and private cases, as the API does. */
function countsOf({ members }: DemoTeam, filled: Filled, { rows }: CrmOfYear) {
  const shown = members.filter(({ status }) => status !== 'removed');
  return {
    members: shown.length,
    trainings: filled.sessions.filter(({ member }) => shown.includes(member)).length,
    assignments: filled.assignments.length,
    cases: filled.cases.filter(({ visibility }) => visibility === 'team').length,
    deals: rows.crmDeal?.length ?? 0,
    objections: rows.crmObjection?.length ?? 0,
  };
}
