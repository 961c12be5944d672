import { insertLink, insertUndoLink } from '../../account/harness/links.ts';
import { type Browser, PASSWORD } from '../../harness/app.ts';
import { insertOneTimeLink } from '../../harness/rows.ts';
import type { World } from '../../harness/world.ts';
import { hasPage } from '../../passkeys/harness/passkeys.ts';
import { contactInputs } from './contact-inputs.ts';

type Maker = (world: World, browser: Browser) => Promise<unknown> | unknown;

/** Inputs of the procedures that take a link of a mail. */
export const linkInputs: Record<string, Maker> = {
  ...contactInputs,
  'account.getLink': async (world) => ({ token: (await insertLink(world.team)).token }),
  'account.acceptLink': async (world) => ({
    token: (await insertLink(world.team)).token,
    password: PASSWORD,
    name: 'A person',
  }),
  // A link of the person in this browser, to the present address, so that others still know it.
  'account.confirmEmailChange': async ({ team }, browser) => {
    const current = hasPage(browser) ? await browser.app.session.current.query({}) : null;
    const person_id = current?.person.id ?? team.owner.userId;
    await team.api.sql.query(
      `delete from one_time_link where person_id = $1 and purpose = 'email_change'`,
      [person_id],
    );
    const link = {
      purpose: 'email_change',
      person_id,
      email: current?.person.email ?? team.owner.email,
    };
    return { token: await insertOneTimeLink(team.api, link) };
  },
  'account.undoEmailChange': async ({ team }) => ({
    token: await insertUndoLink(team),
    proof: { password: PASSWORD },
  }),
  'account.endSessionsByLink': async ({ team }) => ({ token: await insertUndoLink(team) }),
};
