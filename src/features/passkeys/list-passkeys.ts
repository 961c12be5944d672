import type { Transport } from '../../auth/webauthn.ts';
import type { PersonVisit, Visit } from '../../operation/call.ts';
import type { Passkey, PasskeyList } from './passkeys.schema.ts';

/** The passkeys of the person, the oldest first. */
export async function listPasskeys({ prisma, session }: PersonVisit): Promise<PasskeyList> {
  const rows = await prisma.passkey.findMany({
    where: { person_id: session.personId },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
  });
  return { data: rows.map(shownPasskey) };
}

type Row = {
  id: string;
  name: string;
  backed_up: boolean;
  created_at: Date;
  last_used_at: Date | null;
};

export function shownPasskey({ id, name, backed_up, created_at, last_used_at }: Row): Passkey {
  return {
    id,
    name,
    is_backed_up: backed_up,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}

type Credential = { id: string; type: 'public-key'; transports: Transport[] };

/** The passkeys of a person, in the form that a page gives to the browser. */
export async function listCredentials({ prisma }: Visit, personId: string): Promise<Credential[]> {
  const rows = await prisma.passkey.findMany({
    where: { person_id: personId },
    select: { id: true, transports: true },
    orderBy: { created_at: 'asc' },
  });
  return rows.map(({ id, transports }) => ({
    id,
    type: 'public-key',
    // The input allowed only these values.
    transports: transports as Transport[],
  }));
}
