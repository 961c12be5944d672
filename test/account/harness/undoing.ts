import { expect } from 'vitest';
import type { TestApi } from '../../harness/api.ts';
import { Browser, codeOf, PASSWORD } from '../../harness/app.ts';
import { mailedToken } from '../../mail/harness/mails.ts';
import type { Authenticator } from '../../passkeys/harness/authenticator.ts';

/** How people and attackers change the address of an account, and how the person undoes the change. */
export function undoing(api: () => TestApi) {
  return {
    /** Changes the address, as whoever has the session and its proof. */
    async changeAddress({ email, by }: { email: string; by: Browser }): Promise<void> {
      await by.app.account.requestEmailChange.mutate({ email });
      const token = await mailedToken(api(), email);
      expect(await codeOf(by.app.account.confirmEmailChange.mutate({ token }))).toBe('ok');
      api().clock.travel(1000);
    },

    undo(token: string, password = PASSWORD, { app } = new Browser(api())): Promise<string> {
      return codeOf(app.account.undoEmailChange.mutate({ token, proof: { password } }));
    },

    async undoWithPasskey(token: string, authenticator: Authenticator): Promise<string> {
      const { app } = new Browser(api());
      const { challenge_id, options } = await app.session.passkeyChallenge.mutate({});
      const proof = { challenge_id, response: authenticator.use(options) };
      return codeOf(app.account.undoEmailChange.mutate({ token, proof }));
    },

    /** Signs in from a browser that nobody has used before. */
    attempt(email: string, password: string): Promise<string> {
      return codeOf(new Browser(api()).app.session.signIn.mutate({ email, password }));
    },

    async addressOf({ userId }: { userId: string }): Promise<string> {
      const { rows } = await api().sql.query('select email from person where id = $1', [userId]);
      return rows[0].email;
    },
  };
}
