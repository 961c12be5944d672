import { type Browser, makeSession } from '../../harness/app.ts';
import { insertRemoved } from '../../harness/rows.ts';
import type { World } from '../../harness/world.ts';

/**
 * The input of `account.remove`. The account of a former member goes with the call, so that each call
 * comes from another one.
 */
export async function removalOfAccount({ team }: World, browser: Browser): Promise<object> {
  const isSignedIn = browser.session !== undefined && !browser.headers.authorization;
  const session = isSignedIn ? await browser.app.session.current.query({}) : null;
  if (session?.team === null) {
    const { userId, memberId } = await team.addMember();
    await team.request('DELETE', `/users/${memberId}`);
    browser.session = (await makeSession(team, { userId })).session ?? '';
  }
  return {};
}

/** The input of what is about somebody who was removed. */
export async function aFormerMember({ team }: World): Promise<{ member_id: string }> {
  return { member_id: await insertRemoved(team) };
}
