import type { z } from 'zod';
import type { Actor } from '../../auth/actor.ts';
import type { PeopleHandles } from '../../db/transaction.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Language } from '../../shared/language/language.ts';
import { refuseStale, requireSeen, versionOf } from '../../shared/schema/edit-version.ts';
import { requirePlainName } from '../../shared/schema/plain-name.ts';
import type { Me } from './account.schema.ts';
import type { changeProfileInput, Profile } from './profile.schema.ts';
import { recordRename } from './record-rename.ts';

/** Changes name and language if they are still as the person has seen them. Teams record both. */
export async function changeProfile(
  visit: PersonVisit,
  { version, name, lang }: z.output<typeof changeProfileInput>,
): Promise<Profile> {
  const { prisma, session } = visit;
  const before = await prisma.person.findUniqueOrThrow({
    where: { id: session.personId },
    select: { name: true, lang: true },
  });
  requireSeen(version, before);
  requirePlainName(name, before.name);
  const changes = { ...(name === undefined ? {} : { name }), ...(lang ? { lang } : {}) };
  await visit.transaction(async (handles) => {
    const { prisma: people } = handles;
    const { count } = await people.person.updateMany({
      where: { id: session.personId, ...before },
      data: changes,
    });
    // Another change has come first.
    if (count === 0) refuseStale(Object.keys(changes));
    const { personId } = session;
    if (lang) await recordLanguage(handles, { personId, lang });
    if (name === undefined) return;
    await recordRename(visit, handles, { personId, from: before.name, to: name });
  });
  return getProfile(visit);
}

/**
 * Makes the language of a profile that of the person as a member of each team, in the transaction that changes
 * the account. Mails about a team are written in the language of the member (D168).
 */
async function recordLanguage(
  { prisma: people, inTeam }: PeopleHandles,
  { personId, lang }: { personId: string; lang: Language },
): Promise<void> {
  const teams = await people.personTeam.findMany({
    where: { person_id: personId },
    orderBy: { tenant_id: 'asc' },
  });
  for (const { tenant_id } of teams) {
    await inTeam(tenant_id).prisma.member.updateMany({
      where: { tenant_id, user_id: personId, lang: { not: lang } },
      data: { lang },
    });
  }
}

/** What a person can see and change about their own account. */
export async function getProfile({ prisma, session, now }: PersonVisit): Promise<Profile> {
  const person = await prisma.person.findUniqueOrThrow({ where: { id: session.personId } });
  const waiting = await prisma.oneTimeLink.findFirst({
    where: {
      person_id: person.id,
      purpose: 'email_change',
      used_at: null,
      expires_at: { gt: now },
    },
    select: { email: true },
  });
  const { id, email, name, password_hash, password_changed_at } = person;
  const lang = person.lang as Language;
  return {
    id,
    email,
    name,
    lang,
    has_password: password_hash !== null,
    password_changed_at: password_changed_at?.toISOString() ?? null,
    new_email: waiting?.email ?? null,
    version: versionOf({ name, lang }),
  };
}

/** What a key can learn about itself. Admission has already read all of this. */
export function getMe(actor: Actor): Me {
  if (actor.kind !== 'key') throw new ApiError('not_found');
  return {
    tenant_id: actor.tenantId,
    kind: actor.plan,
    scopes: [...actor.scopes],
    rate_limit_per_min: actor.rateLimitPerMin,
    privacy: { member_detail_enabled: actor.privacy.hasMemberDetail },
    ...(actor.homeTenantId === actor.tenantId ? {} : { sandbox: true }),
  };
}
