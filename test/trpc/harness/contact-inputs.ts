import { newId } from '../../../src/db/ids.ts';
import { makeSession } from '../../harness/app.ts';
import { insertOneTimeLink } from '../../harness/rows.ts';
import type { TestTeam } from '../../harness/team.ts';
import type { World } from '../../harness/world.ts';

const DAY_MS = 86_400_000;
let contacts = 0;

/** Gives the team a technical contact, in place of a former one. Returns the address. */
async function insertContact(
  { api, tenantId }: TestTeam,
  confirmed_at: Date | null,
): Promise<string> {
  contacts += 1;
  const now = api.clock.now();
  const email = `contact-${process.pid}-${contacts}@example.com`;
  // The contact was asked long ago, and so may be asked again.
  const asked_at = new Date(now.getTime() - 7 * DAY_MS);
  await api.sql.query(
    `insert into technical_contact
       (tenant_id, id, email, lang, set_at, asked_at, confirmed_at, asks_since, asks)
     values ($1, $2, $3, 'en', $4, $4, $5, $4, 1)
     on conflict (tenant_id) do update set id = excluded.id, email = excluded.email, lang = 'en',
       asked_at = excluded.asked_at, confirmed_at = excluded.confirmed_at, stopped_at = null,
       asks_since = excluded.asks_since, asks = 1`,
    [tenantId, newId('tco', now), email, asked_at, confirmed_at],
  );
  return email;
}

/** A technical contact, and a link that it has got. */
async function insertContactLink(
  team: TestTeam,
  purpose: 'contact_confirm' | 'contact_stop',
): Promise<string> {
  const email = await insertContact(team, purpose === 'contact_stop' ? team.api.clock.now() : null);
  return insertOneTimeLink(team.api, { purpose, tenant_id: team.tenantId, email });
}

async function seenVersion(team: TestTeam): Promise<{ version: string }> {
  await insertContact(team, null);
  const owner = await makeSession(team, team.owner);
  const { version } = await owner.app.technicalContact.get.query({});
  return { version };
}

type Maker = (world: World) => Promise<unknown> | unknown;

/** Inputs of the procedures about the technical contact of a team. */
export const contactInputs: Record<string, Maker> = {
  'technicalContact.get': () => ({}),
  'technicalContact.set': async ({ team }) => ({
    email: 'new-contact@example.com',
    lang: 'de',
    ...(await seenVersion(team)),
  }),
  'technicalContact.askAgain': async ({ team }) => {
    await insertContact(team, null);
    return {};
  },
  'technicalContact.remove': ({ team }) => seenVersion(team),
  'technicalContact.confirm': async ({ team }) => ({
    token: await insertContactLink(team, 'contact_confirm'),
  }),
  'technicalContact.stop': async ({ team }) => ({
    token: await insertContactLink(team, 'contact_stop'),
  }),
};
