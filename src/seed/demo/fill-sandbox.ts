import type { KeyObject } from 'node:crypto';
import { installCatalog } from '../../features/catalog/install-catalog.ts';
import { writeInvitationMail } from '../../features/mail/write-invitation-mail.ts';
import type { PrismaCall } from '../../operation/call.ts';
import type { Language } from '../../shared/language/language.ts';
import { demoCrm, practiceCrm } from './crm.ts';
import { fillTeam } from './fill-team.ts';
import { people } from './people.ts';
import { type DemoMember, enter, memberRow, pagesIn } from './team.ts';
import { writeRows } from './write-rows.ts';

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
  const { db, prisma, now } = call;
  await installCatalog(prisma);
  const members: DemoMember[] = [];
  for (const person of people) members.push(await enter(call, person, lang));
  const team = { lang, tenantId: db.tenantId, members };
  const rows = members.map((member) => ({
    ...memberRow(now, member),
    sandbox_name: member.userId === null ? null : member.name,
  }));
  await writeRows(db, { member: rows });
  for (const { id: member, status, invited_at } of rows) {
    if (status !== 'invited') continue;
    const at = invited_at.toISOString();
    await writeInvitationMail({ ...call, now: invited_at }, { tenant: db.tenantId, member, at });
  }
  await prisma.tenant.update({
    where: { id: db.tenantId },
    data: { ...pagesIn(lang), ...beginning },
  });
  const crm = keys ? practiceCrm(team, keys.crm, now) : demoCrm(team, now);
  await fillTeam(call, team, { crm, inSandbox: true, secretKey: keys?.webhooks });
}
