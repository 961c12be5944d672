import { recordTraining } from '../../../src/features/trainings/record-training-by-operator.ts';
import { Browser, changeRole, makeCommandLine, makeSession, PASSWORD } from '../../harness/app.ts';
import {
  insert,
  insertDeal,
  insertDelivery,
  insertEndpoint,
  insertObjection,
  setAttempt,
  triedOnce,
} from '../../harness/rows.ts';
import type { Person } from '../../harness/team.ts';
import type { World } from '../../harness/world.ts';
import { mailedToken, runMails } from '../../mail/harness/mails.ts';
import { insertConnection } from '../../trpc/harness/crm-inputs.ts';

let people = 0;

export type Planted = Person & {
  name: string;
  password: string;
  /** Words that an erasure must remove everywhere. */
  words: string[];
  assignment: string;
  training: string;
  browser: Browser;
  /** A repeated invitation with the same Idempotency-Key. */
  inviteAgain: () => Promise<{ status: number; headers: Record<string, unknown>; body: unknown }>;
};

/** The person, with a word that occurs nowhere else. */
type Marked = { needle: string; name: string; former: string; first: string; second: string };

/**
 * A person who was invited over REST, has signed in, and has changed name and address. Every free text of the product
 * contains a word of this person that occurs nowhere else. Texts are written by public calls where they exist.
 */
export async function plantPerson(world: World): Promise<Planted> {
  people += 1;
  const { team } = world;
  // Only letters, because the needle is part of the name.
  const needle = `quux${lettersOf(process.pid)}x${lettersOf(people)}`;
  const [first, second] = [`first.${needle}@example.com`, `second-${needle}@example.com`];
  const who = {
    needle,
    first,
    second,
    name: `Zoë Ó'${needle} "the Third"`,
    former: `Zoë ${needle}fuß`,
  };

  const joined = await join(world, who);
  const assignment = await assign(world, who, joined.memberId);
  const training = await train(world, who, { userId: joined.userId, assignment });
  await writeCases(world, who, joined);
  await arrange(world, who, joined);
  await plantDelivery(world, who);
  const deal = await insertDeal(team, {
    title: `Deal of ${who.name}`,
    lost_reason: `${who.name} left`,
  });
  await insertObjection(team, deal, { text: `${who.name} is too expensive` });
  const connection_id = await insertConnection(team, { name: `CRM of ${who.name}` });
  await insert(team.api, 'crm_owner', {
    tenant_id: team.tenantId,
    connection_id,
    external_id: '7',
    name: who.name,
    email: second.toUpperCase(),
    seen_at: team.api.clock.now(),
  });
  // A view of somebody else.
  await insert(team.api, 'saved_view', {
    tenant_id: team.tenantId,
    id: `view_${people}`,
    person_id: team.owner.userId,
    name: `Work of ${who.name}`,
    path: '/assignments',
    filters: { search: second.toUpperCase() },
    created_at: team.api.clock.now(),
  });
  await runMails(team.api);
  // This notice stays in the queue.
  const password = `${PASSWORD} ${needle}`;
  await joined.browser.app.account.changePassword.mutate({ password });
  await makeCommandLine(team, joined, `Laptop of ${who.name}`);
  const words = [needle, first, second, who.name];
  return { ...joined, email: second, name: who.name, words, password, training, assignment };
}

const lettersOf = (n: number) =>
  String(n).replaceAll(/\d/g, (digit) => 'bcdfghjkmn'.charAt(Number(digit)));

type Joined = Pick<Planted, 'memberId' | 'userId' | 'browser' | 'inviteAgain'>;

/** Accepts an invitation and changes the address. The notice of the change stays in the queue. */
async function join(
  { team }: World,
  { needle, name, former, first, second }: Marked,
): Promise<Joined> {
  const key = `invite ${people} ${team.tenantId}`;
  const inviteAgain = () =>
    team.request('POST', '/users', {
      body: { email: first, lang: 'en' },
      headers: { 'idempotency-key': key },
    });
  const invited = await inviteAgain();
  const memberId = invited.body.id as string;
  const browser = new Browser(team.api);
  browser.headers = { 'user-agent': `Agent/${needle}` };
  const token = await mailedToken(team.api, first);
  await browser.app.account.acceptLink.mutate({ token, password: PASSWORD, name: former });
  const { version } = await browser.app.account.profile.query({});
  await browser.app.account.changeProfile.mutate({ version, name });
  await browser.app.account.requestEmailChange.mutate({ email: second });
  const confirmation = await mailedToken(team.api, second);
  await browser.app.account.confirmEmailChange.mutate({ token: confirmation });
  const { user_id: userId } = (await team.request('GET', `/users/${memberId}`)).body;
  return { memberId, userId, browser, inviteAgain };
}

/** An assignment of the person, and a note about the person in an assignment of somebody else. */
async function assign(
  { team, ...world }: World,
  { needle, name, former, first }: Marked,
  member_id: string,
): Promise<string> {
  const { situation: situation_id, personality: personality_id, industry: industry_id } = world;
  const { body } = await team.request('POST', '/assignments', {
    body: {
      member_id,
      situation_id,
      personality_id,
      industry_id,
      title: `For ${needle}-title`,
      note: `Note ${needle}-note`,
    },
  });
  await team.request('PATCH', `/assignments/${world.assignment}`, {
    body: { note: `Together with ${name.toUpperCase()}, <${first}>. ${asWritten(former)}` },
  });
  return body.id;
}

/** Several spellings of a full name of two words. */
function asWritten(name: string): string {
  const [first = '', family = ''] = name.split(' ');
  const inAscii = family.replace('ß', 'ss');
  return [`${family}, ${first}`, `${first}  ${inAscii.toUpperCase()}`, `${inAscii} ${first}s`].join(
    '; ',
  );
}

const dimensions = {
  closing: 10,
  conversation_control: 20,
  needs_analysis: 30,
  objection_handling: 40,
  value_argument: 50,
};

async function train(
  { team }: World,
  { needle }: Marked,
  { userId, assignment }: { userId: string; assignment: string },
): Promise<string> {
  const tip = {
    issue: `${needle}-issue`,
    moment: `${needle}-moment`,
    principle: `${needle}-principle`,
    rewrite: `${needle}-rewrite`,
    impact: `${needle}-impact`,
  };
  const texts = {
    goal: `${needle}-goal`,
    strongest: `${needle}-strongest`,
    biggest_lever: `${needle}-lever`,
  };
  const score = { dimensions, total: 30, tips: [tip], ...texts };
  const { training_id } = await team.do((call) =>
    recordTraining(call, { user_id: userId, assignment_id: assignment, score }),
  );
  await team.api.sql.query('update training set external_ref = $2 where id = $1', [
    training_id,
    JSON.stringify({ call: `${needle}-ref` }),
  ]);
  return training_id;
}

/** A private case of the person, and a case of the team about the person. */
async function writeCases(
  { team }: World,
  { needle, name, former, second }: Marked,
  { browser, userId }: Joined,
): Promise<void> {
  await browser.app.cases.createOwn.mutate({
    title: `${needle}-case`,
    fields: { diary: `${needle}-diary` },
    external_ref: { id: `${needle}-own ref` },
  });
  await team.request('POST', '/cases', {
    body: {
      user_id: userId,
      title: `Case of ${name}: ${asWritten(former)}`,
      fields: { author: [name, 7], by: second },
    },
  });
}

/** As an admin, the person names a key and a catalog entry after themselves. */
async function arrange(
  { team }: World,
  { needle, name }: Marked,
  { browser, memberId: member_id }: Joined,
): Promise<void> {
  const owner = await makeSession(team, team.owner);
  await changeRole(owner, member_id, 'admin');
  const { data } = await owner.app.members.list.query({ search: needle });
  const { version = '' } = data[0] ?? {};
  await owner.app.members.setRights.mutate({ member_id, version, rights: ['schnittstellen'] });
  const { apiKeys, catalog, session } = browser.app;
  await session.prove.mutate({ password: PASSWORD });
  const { key_id } = await apiKeys.create.mutate({
    name: `Laptop of ${name}`,
    template: 'read_only',
  });
  const key = await apiKeys.get.query({ key_id });
  await apiKeys.rename.mutate({ key_id, version: key.version, name: `${name}: 2` });
  await catalog.addEntry.mutate({
    dimension: 'methodology',
    names: { de: `Nach ${name}`, en: `After ${name}` },
  });
}

/** A delivery whose endpoint, event and answer name the person. */
async function plantDelivery({ team }: World, { name, first, second }: Marked): Promise<void> {
  const endpoint_id = await insertEndpoint(team, { description: `Ask ${name} <${second}>` });
  const delivery_id = await insertDelivery(team, { endpoint_id, ...triedOnce });
  await setAttempt(team, {
    delivery_id,
    n: 1,
    response_excerpt: `Thanks, ${second}!`,
    error: 'status',
  });
  await team.api.sql.query(
    `update webhook_event v set body = $2 from webhook_delivery d
     where d.id = $1 and v.id = d.event_id`,
    [delivery_id, JSON.stringify({ data: { reason: `Refused for ${first}`, n: 1 } })],
  );
}
