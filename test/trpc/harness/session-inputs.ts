import { Browser, givePassword, makeSession, PASSWORD } from '../../harness/app.ts';
import type { World } from '../../harness/world.ts';
import { hasPage, withPasskey } from '../../passkeys/harness/passkeys.ts';

type Maker = (world: World, browser: Browser) => Promise<unknown> | unknown;

/** Inputs for the procedures of sessions. */
export const sessionInputs: Record<string, Maker> = {
  'session.current': () => ({}),
  'session.signIn': async ({ team }) => {
    await givePassword(team.api, team.owner);
    return { email: team.owner.email, password: PASSWORD };
  },
  'session.signOut': () => ({}),
  'session.prove': () => ({ password: PASSWORD }),
  'session.passkeyChallenge': () => ({}),
  'session.signInWithPasskey': async ({ team }, browser) => {
    const { app } = hasPage(browser) ? browser : new Browser(team.api);
    const { authenticator } = await withPasskey(team, new Browser(team.api));
    const { challenge_id, options } = await app.session.passkeyChallenge.mutate({});
    return { challenge_id, response: authenticator.use(options) };
  },
  'session.proveChallenge': () => ({}),
  'session.proveWithPasskey': async ({ team }, browser) => {
    const { browser: own, authenticator } = await withPasskey(team, browser);
    const { challenge_id, options } = await own.app.session.proveChallenge.mutate({});
    return { challenge_id, response: authenticator.use(options) };
  },
  'session.switchTeam': ({ team }) => ({ tenant_id: team.tenantId }),
  'session.list': () => ({}),
  'session.revoke': async ({ team }) => {
    const browser = await makeSession(team, team.owner);
    const current = await browser.app.session.current.query({});
    return { session_id: current?.session_id };
  },
  'session.revokeOthers': () => ({}),
};
