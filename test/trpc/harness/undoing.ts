import { expect } from 'vitest';
import type { TestApi } from '../../harness/api.ts';
import { Browser, codeOf, PASSWORD } from '../../harness/app.ts';
import type { Authenticator } from './authenticator.ts';
import { mailedToken } from './mails.ts';

/** Changes the address, as whoever has the session and its proof. */
export async function changeAddress(
  api: TestApi,
  { email, by }: { email: string; by: Browser },
): Promise<void> {
  await by.app.account.requestEmailChange.mutate({ email });
  const token = await mailedToken(api, email);
  expect(await codeOf(by.app.account.confirmEmailChange.mutate({ token }))).toBe('ok');
  api.clock.travel(1000);
}

export function undoWithPassword(
  { app }: Browser,
  token: string,
  password = PASSWORD,
): Promise<string> {
  return codeOf(app.account.undoEmailChange.mutate({ token, proof: { password } }));
}

export async function undoWithPasskey(
  { app }: Browser,
  token: string,
  authenticator: Authenticator,
): Promise<string> {
  const { challenge_id, options } = await app.session.passkeyChallenge.mutate({});
  const proof = { challenge_id, response: authenticator.use(options) };
  return codeOf(app.account.undoEmailChange.mutate({ token, proof }));
}

/** Signs in from a browser that nobody has used before. */
export const attemptIn = (api: TestApi, email: string, password: string) =>
  codeOf(new Browser(api).app.session.signIn.mutate({ email, password }));
