import type { Transport } from '../../auth/webauthn.ts';
import type { Visit } from '../../operation/call.ts';

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
