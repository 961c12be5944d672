import { type Browser, makeSession } from '../../harness/app.ts';
import { insertErasure, insertRemoved } from '../../harness/rows.ts';
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

/** The input of what is about somebody who was erased. */
export async function anErasedMember({ team }: World): Promise<{ member_id: string }> {
  const member_id = await insertRemoved(team);
  await insertErasure(team, { member_id });
  return { member_id };
}
