import { recordTraining } from '../../../src/features/trainings/record-training.ts';
import { mailedToken, runMails } from '../../app/harness/mails.ts';
import { Browser, changeRole, makeSession, PASSWORD } from '../../harness/app.ts';
import {
  insertDeal,
  insertDelivery,
  insertEndpoint,
  insertObjection,
  setAttempt,
  triedOnce,
} from '../../harness/rows.ts';
import type { Person } from '../../harness/team.ts';
import type { World } from '../../harness/world.ts';

let people = 0;

export type Planted = Person & {
  name: string;
  password: string;
  /** Everything of which nothing may be left. */
  words: string[];
  assignment: string;
  training: string;
  browser: Browser;
  /** A repeated invitation with the same Idempotency-Key. */
  inviteAgain: () => Promise<{ status: number; headers: Record<string, unknown>; body: unknown }>;
};

/**
 * A person who was invited over REST, has signed in, changed the address, and of whom every free text
 * that the product has says a word that nothing else has: through the public ways where there are any.
 */
export async function plantPerson({ team, ...world }: World): Promise<Planted> {
  people += 1;
  const mark = `quux${process.pid}x${people}`;
  const [first, second] = [`first.${mark}@example.com`, `second-${mark}@example.com`];
  const name = `Zoë Ó'${mark} "the Third"`;
  const { api } = team;
  const owner = await makeSession(team, team.owner);

  const inviteAgain = () =>
    team.request('POST', '/users', {
      body: { email: first, lang: 'en' },
      headers: { 'idempotency-key': `invite ${people} ${team.tenantId}` },
    });
  const invited = await inviteAgain();
  const memberId = invited.body.id as string;
  const browser = new Browser(api);
  browser.headers = { 'user-agent': `Agent/${mark}` };
  const token = await mailedToken(api, first);
  await browser.app.account.acceptLink.mutate({ token, password: PASSWORD, name });
  await browser.app.account.requestEmailChange.mutate({ email: second });
  const confirmation = await mailedToken(api, second);
  await browser.app.account.confirmEmailChange.mutate({ token: confirmation });
  const { user_id: userId } = (await team.request('GET', `/users/${memberId}`)).body;
  // The notice of the change stays in the queue.

  const assigned = await team.request('POST', '/assignments', {
    body: {
      member_id: memberId,
      title: `For ${mark}-title`,
      ...{ situation_id: world.situation, personality_id: world.personality },
      industry_id: world.industry,
      note: `Note ${mark}-note`,
    },
  });
  await team.request('PATCH', `/assignments/${world.assignment}`, {
    body: { note: `Together with ${name.toUpperCase()}, <${first}>.` },
  });
  const advice = (what: string) => `${mark}-${what}`;
  const { training_id: training } = await team.do((call) =>
    recordTraining(call, {
      user_id: userId,
      assignment_id: assigned.body.id,
      score: {
        dimensions: {
          closing: 10,
          conversation_control: 20,
          needs_analysis: 30,
          objection_handling: 40,
          value_argument: 50,
        },
        total: 30,
        tips: [
          {
            issue: advice('issue'),
            moment: advice('moment'),
            principle: advice('principle'),
            rewrite: advice('rewrite'),
            impact: advice('impact'),
          },
        ],
        goal: advice('goal'),
        strongest: advice('strongest'),
        biggest_lever: advice('lever'),
      },
    }),
  );
  await api.sql.query('update training set external_ref = $2 where id = $1', [
    training,
    JSON.stringify({ call: advice('ref') }),
  ]);
  await browser.app.cases.createOwn.mutate({
    title: advice('case'),
    fields: { diary: advice('diary') },
    external_ref: { id: advice('own ref') },
  });
  await team.request('POST', '/cases', {
    body: { user_id: userId, title: `Case of ${name}`, fields: { author: [name, 7], by: second } },
  });

  await changeRole(owner, memberId, 'admin');
  const { version } = await owner.app.members.get.query({ member_id: memberId }).then(async () => {
    const { data } = await owner.app.members.directory.query({ search: mark });
    return { version: data[0]?.version ?? '' };
  });
  await owner.app.members.setRights.mutate({
    ...{ member_id: memberId, version, rights: ['schnittstellen'] },
  });
  await browser.app.session.prove.mutate({ password: PASSWORD });
  const key = await browser.app.apiKeys.create.mutate({
    name: `Laptop of ${name}`,
    template: 'read_only',
  });
  const { version: seen } = await browser.app.apiKeys.get.query({ key_id: key.key_id });
  await browser.app.apiKeys.rename.mutate({
    key_id: key.key_id,
    version: seen,
    name: `${name}: 2`,
  });
  await browser.app.catalog.addEntry.mutate({
    dimension: 'methodology',
    names: { de: `Nach ${name}`, en: `After ${name}` },
  });
  const endpoint = await insertEndpoint(team, { description: `Ask ${name} <${second}>` });
  const delivery = await insertDelivery(team, { endpoint_id: endpoint, ...triedOnce });
  await setAttempt(team, {
    ...{ delivery_id: delivery, n: 1, response_excerpt: `Thanks, ${second}!`, error: 'status' },
  });
  await api.sql.query(
    `update webhook_event v set body = $2 from webhook_delivery d
     where d.id = $1 and v.id = d.event_id`,
    [delivery, JSON.stringify({ data: { reason: `Refused for ${first}`, n: 1 } })],
  );
  const deal = await insertDeal(team, { title: `Deal of ${name}`, lost_reason: `${name} left` });
  await insertObjection(team, deal, { text: `${name} is too expensive` });
  await runMails(api);
  // A further notice waits in the queue.
  const password = `${PASSWORD} ${mark}`;
  await browser.app.account.changePassword.mutate({ password });

  const words = [mark, first, second, name];
  return {
    memberId,
    userId,
    email: second,
    name,
    words,
    password,
    training,
    browser,
    inviteAgain,
    ...{ assignment: assigned.body.id as string },
  };
}
