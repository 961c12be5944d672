import { newId } from '../../db/ids.ts';
import type { PrismaCall } from '../../operation/call.ts';
import { refuseStale } from '../../shared/schema/edit-version.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { recordAudit } from '../audit-log/record-audit.ts';
import { requireUnchanged } from '../audit-log/require-unchanged.ts';
import { askContact, countAsk } from './ask-contact.ts';
import { endContact } from './remove-contact.ts';
import { editedFields, type SetContactInput } from './technical-contact.schema.ts';

type Wanted = Omit<SetContactInput, 'version'>;
type Stored = NonNullable<Awaited<ReturnType<typeof find>>>;

/**
 * Sets or changes the technical contact. A new address first gets a mail that asks for a confirmation, and
 * nothing else. No account is looked up, so nothing here tells whether an account has the address.
 */
export async function setContact(
  call: PrismaCall,
  { version, ...wanted }: SetContactInput,
): Promise<Ok> {
  const stored = await find(call);
  const fields = editedFields(stored);
  await requireUnchanged(call, { id: call.db.tenantId, fields, version });
  if (stored?.email === wanted.email) await changeLanguage(call, stored, wanted);
  else await changeAddress(call, stored, wanted);
  return { ok: true };
}

function find({ db, prisma }: PrismaCall) {
  return prisma.technicalContact.findUnique({ where: { tenant_id: db.tenantId } });
}

/** The condition that nobody has changed the contact since it was read. */
function unchanged({ tenant_id, id, email, lang, asks }: Stored) {
  return { tenant_id, id, email, lang, asks };
}

async function changeLanguage(call: PrismaCall, stored: Stored, { lang }: Wanted): Promise<void> {
  if (stored.lang === lang) return;
  const { count } = await call.prisma.technicalContact.updateMany({
    where: { ...unchanged(stored), tenant_id: call.db.tenantId },
    data: { lang },
  });
  if (count === 0) refuseStale(['lang']);
  await record(call, 'changed', ['lang']);
}

async function changeAddress(
  call: PrismaCall,
  stored: Stored | null,
  { email, lang }: Wanted,
): Promise<void> {
  const { db, prisma, now } = call;
  const tenant_id = db.tenantId;
  const id = newId('tco', now);
  const request = { set_at: now, asked_at: now, confirmed_at: null, stopped_at: null };
  const data = { id, email, lang, ...request, ...countAsk(stored, now) };
  const { count } = stored
    ? await prisma.technicalContact.updateMany({
        where: { ...unchanged(stored), tenant_id },
        data,
      })
    : await prisma.technicalContact.createMany({
        data: [{ tenant_id, ...data }],
        skipDuplicates: true,
      });
  // Another change has come first.
  if (count === 0) refuseStale(['email']);
  const former = stored?.email ?? null;
  if (former !== null) await endContact(call, former);
  await record(call, former === null ? 'set' : 'changed', ['email', 'lang']);
  await askContact(call, id);
}

/** The address itself is not in the audit log, so that it goes from everywhere when the contact ends. */
function record(call: PrismaCall, verb: 'set' | 'changed', changed: string[]): Promise<void> {
  const action = `technical_contact.${verb}` as const;
  return recordAudit(call, { action, targetId: call.db.tenantId, changes: { changed } });
}
