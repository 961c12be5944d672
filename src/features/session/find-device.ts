import { hashToken } from '../../auth/token.ts';
import type { Visit } from '../../operation/call.ts';

/**
 * Finds the browser, if this person has signed in with it before. Also looks for a browser if the person does
 * not exist, so that both cases cost the same.
 */
export async function findDevice(
  { prisma, browser }: Pick<Visit, 'prisma' | 'browser'>,
  personId: string,
): Promise<Buffer<ArrayBuffer> | null> {
  if (browser.device === undefined) return null;
  const token_hash = hashToken(browser.device);
  const existing = await prisma.knownDevice.findUnique({
    where: { person_id_token_hash: { person_id: personId, token_hash } },
    select: { person_id: true },
  });
  return existing && token_hash;
}
