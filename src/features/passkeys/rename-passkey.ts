import type { z } from 'zod';
import type { PersonVisit } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors.ts';
import type { Ok } from '../../shared/ok.ts';
import { requirePlainName } from '../../shared/plain-name.ts';
import { recordSecurity } from '../security-log/record-security.ts';
import type { renameInput } from './passkeys.schema.ts';

export async function renamePasskey(
  visit: PersonVisit,
  { passkey_id: id, name }: z.output<typeof renameInput>,
): Promise<Ok> {
  requirePlainName(name);
  const { personId } = visit.session;
  await visit.transaction(async (prisma) => {
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
