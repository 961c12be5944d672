import { z } from 'zod';
import type { Call } from '../../operation/call.ts';

/** The contact, and the time at which it was asked. A contact can be asked several times. */
export const askedContact = z.object({ contact: z.string(), at: z.iso.datetime() });
export type AskedContact = z.output<typeof askedContact>;

/** Asks the worker to ask the contact to confirm. Only the worker makes the link (P110). */
export async function askContact({ db, now }: Call, contact: string): Promise<void> {
  await db.writeWithJob(
    `select enqueue('mail.contact',
       json_build_object('tenant', $1::text, 'contact', $2::text, 'at', $3::text))`,
    [contact, now.toISOString()],
  );
}
