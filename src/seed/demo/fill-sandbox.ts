import type { KeyObject } from 'node:crypto';
import { newId } from '../../db/ids.ts';
import { installCatalog } from '../../features/catalog/install-catalog.ts';
import { writeInvitationMail } from '../../features/mail/write-invitation-mail.ts';
import type { PrismaCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language.ts';
import { fillWork } from './fill-work.ts';
import { fillHistory } from './history/fill-history.ts';
import { people } from './people.ts';
import { practiceConnection } from './practice-connection.ts';
import { Random } from './random.ts';
import { type DemoTeam, enter, memberRow, pagesIn } from './team.ts';

const SEED = 2026;

export type Filling = {
  /** The language of the people and of what they write. */
  language: Language;
  /** With these, the sandbox gets a history: keys, requests, deliveries, entries, and a CRM that is connected. */
  keys?: HistoryKeys;
};

/** The keys that encrypt the secrets of endpoints and the credentials of CRMs. */
export type HistoryKeys = Record<'webhooks' | 'crm', KeyObject>;

/** The settings that a reset restores. */
const beginning = { seats: 20, member_detail_enabled: true, leaderboard_enabled: true };

/**
 * Fills a sandbox with the demo's team and its work. Its members are no people: they have names, but no accounts.
 * Without a history it has no keys, endpoints or requests, because customers make these.
 */
export async function fillSandbox(
  call: PrismaCall,
  { language: lang, keys }: Filling,
): Promise<void> {
  const { db, prisma } = call;
  await installCatalog(prisma);
  const team = await enterMembers(call, lang);
  await prisma.tenant.update({
    where: { id: db.tenantId },
    data: { ...pagesIn(lang), ...beginning },
  });
  const practice = keys && practiceConnection(team, { sealKey: keys.crm, now: call.now });
  const work = await fillWork(call, team, new Random(SEED), practice?.rows);
  if (!practice) return;
  const tools = { random: new Random(SEED + 1), secretKey: keys.webhooks, practice };
  await fillHistory(call, { team, ...work }, tools);
}

async function enterMembers(call: PrismaCall, lang: Language): Promise<DemoTeam> {
  const { tenantId } = call.db;
  const [first, ...others] = people;
  const owner = await enter(call, { ...first, lang }, newAccount);
  const members = [owner];
  for (const person of others) members.push(await enter(call, { ...person, lang }, newAccount));
  const rows = members.map((member) => ({
    ...memberRow(call, member),
    sandbox_name: member.userId === null ? null : member.name,
    rights: member.role === 'owner' ? ['schnittstellen'] : memberRow(call, member).rights,
  }));
  await call.prisma.member.createMany({ data: rows });
  for (const { id: member, status, invited_at } of rows) {
    if (status !== 'invited') continue;
    const at = invited_at.toISOString();
    await writeInvitationMail({ ...call, now: invited_at }, { tenant: tenantId, member, at });
  }
  const { memberId: ownerMemberId, userId } = owner;
  return {
    lang,
    tenantId,
    ownerMemberId,
    ownerUserId: userId ?? '',
    ownerEmail: owner.post,
    members,
  };
}

/** An id in the form of an account's. No such account exists. */
const newAccount = ({ now }: PrismaCall) => Promise.resolve(newId('usr', now));
