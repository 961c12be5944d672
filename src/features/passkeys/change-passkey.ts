import type { z } from 'zod';
import type { PersonVisit } from '../../operation/call.ts';
import { AppError } from '../../shared/errors/app-errors.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import type { Ok } from '../../shared/schema/ok.ts';
import { requirePlainName } from '../../shared/schema/plain-name.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import type { renameInput } from './passkeys.schema.ts';

export async function renamePasskey(
  visit: PersonVisit,
  { passkey_id: id, name }: z.output<typeof renameInput>,
): Promise<Ok> {
  requirePlainName(name);
  const { personId } = visit.session;
  await visit.transaction(async ({ prisma }) => {
    const where = { id, person_id: personId };
    const { count } = await prisma.passkey.updateMany({
      where: { ...where, name: { not: name } },
      data: { name },
    });
    if (count === 0) {
      // The passkey has this name already.
      if ((await prisma.passkey.count({ where })) > 0) return;
      throw new ApiError('not_found');
    }
    await recordSecurity(visit, prisma, { personId, kind: 'passkey_renamed', details: { name } });
  });
  return { ok: true };
}

/**
 * Removes a passkey. A person without a password keeps the last one, because there would be no
 * other way to sign in.
 */
export async function removePasskey(visit: PersonVisit, id: string): Promise<Ok> {
  const { personId } = visit.session;
  await visit.transaction(async ({ prisma, lockPerson }) => {
    await lockPerson(personId);
    const person = await prisma.person.findUniqueOrThrow({
      where: { id: personId },
      select: { password_hash: true, passkeys: { select: { id: true, name: true } } },
    });
    const passkey = person.passkeys.find((own) => own.id === id);
    if (!passkey) throw new ApiError('not_found');
    if (person.password_hash === null && person.passkeys.length === 1) {
      throw new AppError('last_sign_in', { because: 'other_sign_in_first' });
    }
    await prisma.passkey.deleteMany({ where: { id, person_id: personId } });
    const { name } = passkey;
    await recordSecurity(visit, prisma, { personId, kind: 'passkey_removed', details: { name } });
  });
  return { ok: true };
}
