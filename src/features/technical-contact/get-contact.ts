import type { PrismaCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Language } from '../../shared/language/language.ts';
import { versionOf } from '../../shared/schema/edit-version.ts';
import { editedFields, type TechnicalContact } from './technical-contact.schema.ts';

/** The technical contact of the team, and whether it has confirmed. */
export async function getContact({ db, prisma }: PrismaCall): Promise<TechnicalContact> {
  const team = await prisma.tenant.findUnique({
    where: { id: db.tenantId },
    select: { languages: true },
  });
  if (!team) throw new ApiError('not_found');
  const stored = await prisma.technicalContact.findUnique({ where: { tenant_id: db.tenantId } });
  const version = versionOf(editedFields(stored));
  const dates = { set_at: null, asked_at: null, confirmed_at: null, stopped_at: null };
  const lang = team.languages[0] as Language;
  if (!stored?.email) {
    const stopped_at = stored?.stopped_at?.toISOString() ?? null;
    const state = stopped_at === null ? 'none' : 'stopped';
    return { state, email: null, lang, ...dates, stopped_at, version };
  }
  return {
    state: stored.confirmed_at ? 'confirmed' : 'pending',
    email: stored.email,
    lang: stored.lang as Language,
    set_at: stored.set_at.toISOString(),
    asked_at: stored.asked_at.toISOString(),
    confirmed_at: stored.confirmed_at?.toISOString() ?? null,
    stopped_at: null,
    version,
  };
}
