import type { Actor } from '../../auth/actor.ts';
import type { PersonVisit } from '../../operation/call.ts';
import { versionOf } from '../../shared/edit-version.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Language } from '../../shared/language.ts';
import type { Me } from './account.schema.ts';
import type { Profile } from './profile.schema.ts';

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
