import { beforeAll, describe, expect, test } from 'vitest';
import { membersByAge } from '../../src/features/members/account-names.ts';
import { byText, searched } from '../../src/features/search/searched.ts';
import { runErasures } from '../erasure/harness/erase.ts';
import { type Browser, makePerson, makeSession } from '../harness/app.ts';
import {
  insertAssignment,
  insertCase,
  insertConnection,
  insertCrmRun,
  insertDeal,
  insertDelivery,
  insertEndpoint,
  insertTeamCatalogEntry,
  insertTraining,
} from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();
let team: TestTeam;
let anna: Person;
let browsers: Record<'owner' | 'admin' | 'interfaces' | 'member' | 'stranger', Browser>;
let made: Record<string, string>;

const nameIt = (person: Person, name: string) =>
  api().sql.query('update person set name = $2 where id = $1', [person.userId, name]);

beforeAll(async () => {
  team = await makeTeam(api());
  anna = await makePerson(team, { email: 'anna.zweig@example.com' });
  await nameIt(anna, 'Anna Zweig');
  const admin = await makePerson(team, { role: 'admin' });
  const interfaces = await makePerson(team, { role: 'admin', canManageKeys: true });
  const other = await makeTeam(api());
  browsers = {
    owner: await makeSession(team, team.owner),
    admin: await makeSession(team, admin),
    interfaces: await makeSession(team, interfaces),
    member: await makeSession(team, anna),
    stranger: await makeSession(other, other.owner),
  };
  const mine = { member_id: anna.memberId };
  const situation = await insertTeamCatalogEntry(team, 'situation', {
    names: { de: 'Zweig am Telefon', en: 'Branch on the phone' },
  });
  const connection = await insertConnection(team, { name: 'Zweig CRM' });
  made = {
    person: anna.memberId,
    key: (await team.createKey()).key_id,
    endpoint: await insertEndpoint(team, { url: 'https://zweig.example/hook' }),
    connection,
    assignment: await insertAssignment(team, { ...mine, title: 'Zweig anrufen' }),
    training: await insertTraining(team, { ...mine, situation_id: situation }),
    case: await insertCase(team, { ...mine, title: 'Fall Zweig' }),
    own_case: await insertCase(team, { ...mine, title: 'Zweig privat', visibility: 'private' }),
    deal: await insertDeal(team, { title: 'Zweig GmbH' }),
    catalog_entry: situation,
    run: await insertCrmRun(team, { connection_id: connection }),
  };
  await api().sql.query("update api_key set name = 'Zweig sync' where id = $1", [made.key]);
  made.delivery = await insertDelivery(team, { endpoint_id: made.endpoint ?? '' });
  const { rows } = await api().sql.query('select event_id from webhook_delivery where id = $1', [
    made.delivery,
  ]);
  made.event = rows[0].event_id;
});

type Found = Awaited<ReturnType<Browser['app']['search']['list']['query']>>['data'];
const find = async (who: keyof typeof browsers, requests: { text?: string; ids?: string[] }) =>
  (await browsers[who].app.search.list.query(requests)).data;
const kindsOf = (data: Found) => data.map(({ kind }) => kind).sort();

const peoplesThings = ['assignment', 'case', 'person', 'training'];
const ofInterfaces = ['connection', 'endpoint', 'key'];
/** What only an id finds. */
const withoutName = ['delivery', 'event', 'run'];
const ofAdmins = ['catalog_entry', 'deal'];

describe('the search of the palette', () => {
  test('finds each kind by a part of its name', async () => {
    const { data } = await browsers.owner.app.search.list.query({ text: 'zweIG' });
    const found = Object.fromEntries(data.map(({ kind, id }) => [kind, id]));
    const named = Object.entries(made).filter(
      ([kind]) => ![...withoutName, 'own_case'].includes(kind),
    );
    expect(found).toEqual(Object.fromEntries(named));
    expect(data.find(({ kind }) => kind === 'person')).toMatchObject({
      label: 'Anna Zweig',
      detail: 'anna.zweig@example.com',
    });
    expect(data.find(({ kind }) => kind === 'case')).toMatchObject({ detail: 'Anna Zweig' });
    expect(data.find(({ kind }) => kind === 'catalog_entry')).toMatchObject({
      within: 'situation',
    });
  });

  test('finds a name by each of its words, in any order, and treats no character as a pattern', async () => {
    expect(kindsOf(await find('owner', { text: 'example.com anna' }))).toEqual(['person']);
    for (const text of ['anna absent', '%', 'Zwe_g', '\\'])
      expect(await find('owner', { text })).toEqual([]);
  });

  test('lists names that begin with the text first, then the newest', async () => {
    const names = ['Sofia Quast', 'Quast, Peter', 'Lea Quast'];
    for (const name of names) {
      await nameIt(await makePerson(team), name);
      api().clock.travel(1_000);
    }
    const labels = (await find('owner', { text: 'quast' })).map(({ label }) => label);
    expect(labels).toEqual(['Quast, Peter', 'Lea Quast', 'Sofia Quast']);
  });

  test('finds for each person only what this person may open', async () => {
    const kinds = async (who: keyof typeof browsers) => {
      const ids = Object.values(made);
      const [byText, byId] = [await find(who, { text: 'zweig' }), await find(who, { ids })];
      expect(kindsOf(byId.filter(({ kind }) => !withoutName.includes(kind)))).toEqual(
        kindsOf(byText),
      );
      return kindsOf(byText);
    };
    expect(await kinds('owner')).toEqual([...peoplesThings, ...ofInterfaces, ...ofAdmins].sort());
    expect(await kinds('interfaces')).toEqual(
      [...peoplesThings, ...ofInterfaces, ...ofAdmins].sort(),
    );
    expect(await kinds('admin')).toEqual([...peoplesThings, ...ofAdmins].sort());
    expect(await kinds('member')).toEqual(['own_assignment', 'own_case', 'own_training']);
    expect(await kinds('stranger')).toEqual([]);
  });

  test('finds people by the id of the person, and a run within its connection', async () => {
    const data = await find('owner', { ids: [anna.userId, made.run ?? ''] });
    expect(data).toMatchObject([
      { kind: 'person', id: anna.memberId },
      { kind: 'run', within: made.connection },
    ]);
  });

  test('finds a delivery by its id, with its endpoint, for those who see webhooks', async () => {
    const ids = [made.delivery ?? '', made.event ?? ''];
    expect(await find('interfaces', { ids })).toMatchObject([
      { kind: 'delivery', label: 'member.joined', detail: 'https://zweig.example/hook' },
      { kind: 'event', label: 'member.joined' },
    ]);
    expect(await find('admin', { ids })).toEqual([]);
    expect(await find('stranger', { ids })).toEqual([]);
  });

  test('finds nothing of former members', async () => {
    const gone = await makePerson(team, { email: 'vera.former@example.com' });
    const training = await insertTraining(team, { member_id: gone.memberId });
    const ids = [gone.memberId, gone.userId, training];
    expect(await find('owner', { ids })).toHaveLength(2);
    await browsers.owner.app.members.remove.mutate({ member_id: gone.memberId });
    expect(await find('owner', { ids, text: 'vera.former' })).toEqual([]);
  });

  test('says of a key whether it can be rotated: not once it has expired', async () => {
    const { key_id } = await team.createKey();
    const state = async () => (await find('owner', { ids: [key_id] })).map((one) => one.state);
    expect(await state()).toEqual(['active']);
    const set = 'update api_key set expires_at = $2 where id = $1';
    await api().sql.query(set, [key_id, api().clock.now()]);
    expect(await state()).toEqual(['ended']);
  });

  test('names no keys to a team whose plan has no interfaces', async () => {
    await api().sql.query("update tenant set plan = 'free' where id = $1", [team.tenantId]);
    const kinds = kindsOf(await find('owner', { text: 'zweig' }));
    await api().sql.query("update tenant set plan = 'team' where id = $1", [team.tenantId]);
    expect(kinds).toEqual([...peoplesThings, ...ofAdmins].sort());
  });

  test('while member detail is off, finds nobody, and only what belongs to the person who searches', async () => {
    const { changePrivacy } = browsers.owner.app.team;
    const mine = await insertAssignment(team, {
      member_id: team.owner.memberId,
      title: 'Zweig, für mich',
    });
    await changePrivacy.mutate({ member_detail_enabled: false });
    const ids = Object.values(made);
    const owner = await find('owner', { text: 'zweig', ids });
    const member = await find('member', { text: 'zweig' });
    await changePrivacy.mutate({ member_detail_enabled: true });
    const kinds = [...new Set(kindsOf(owner))];
    expect(kinds).toEqual([...ofInterfaces, ...ofAdmins, 'own_assignment', ...withoutName].sort());
    expect(owner.find(({ kind }) => kind === 'own_assignment')?.id).toBe(mine);
    expect(JSON.stringify(owner)).not.toMatch(/Anna|anna/);
    expect(kindsOf(member)).toEqual(['own_assignment', 'own_case', 'own_training']);
  });

  test('a former member has the name that the team knew, and an erased one has no name', async () => {
    const second = await makeTeam(api());
    const person = await makePerson(second, { email: 'mara.leaves@example.com' });
    await nameIt(person, 'Mara Before');
    const mine = { member_id: person.memberId, title: 'Abschied üben' };
    const ids = [await insertAssignment(second, mine), await insertCase(second, mine)];
    const { app } = await makeSession(second, second.owner);
    const details = async () =>
      (await app.search.list.query({ ids })).data.map(({ detail }) => detail);
    expect(await details()).toEqual(['Mara Before', 'Mara Before']);

    // Another team keeps the account, so the person may still be renamed.
    const elsewhere = await team.addMember({ email: person.email });
    expect(elsewhere.userId).toBe(person.userId);
    await app.members.remove.mutate({ member_id: person.memberId });
    api().clock.travel(1_000);
    const { account } = (await makeSession(team, elsewhere)).app;
    const { version } = await account.profile.query({});
    await account.changeProfile.mutate({ version, name: 'Mara After' });
    expect(await details()).toEqual(['Mara Before', 'Mara Before']);
    expect((await find('owner', { ids: [person.userId] }))[0]?.label).toBe('Mara After');

    await app.members.erase.mutate({ member_id: person.memberId });
    await runErasures(api());
    expect(await details()).toEqual([null, null]);
  });

  test('the work of a search stays below a bound that counts the rows it looks at, with 10,000 members', async () => {
    const members = 10_000;
    const many = await makeTeam(api(), { seats: 20_000 });
    await api().sql.query(
      `with n as (select i, 'usr_many_' || i as user_id from generate_series(1, $2::integer) i),
       p as (insert into person (id, email, lang, created_at, name)
         select user_id, user_id || '@example.com', 'de', now(), 'Person ' || i from n),
       t as (insert into person_team (person_id, tenant_id) select user_id, $1 from n)
       insert into member (tenant_id, id, user_id, email, role, status, created_through, created_at, joined_at)
       select $1, 'mem_many_' || i, user_id, user_id || '@example.com', 'member', 'active', 'app', now(), now()
       from n`,
      [many.tenantId, members],
    );
    await api().sql.query('analyze member, person, person_team');
    const { app } = await makeSession(many, many.owner);
    expect((await app.search.list.query({ text: 'person 9999' })).data).toHaveLength(1);
    let blocks = 0;
    for (const source of Object.values(searched)) {
      if (!source.searchedText) continue;
      const third = source.isOwn
        ? [many.owner.memberId]
        : source.isPerson || source.isNamed
          ? ['{}']
          : [];
      const own = source.isTimed ? [api().clock.now()] : third;
      blocks += await blocksOf(byText(source, 'de'), [
        many.tenantId,
        ['%person%', '%9999%'],
        'person 9999',
        source.newest,
        ...own,
      ]);
    }
    blocks += await blocksOf(membersByAge, [many.tenantId, searched.person.newest]);
    // A person is looked up by an index of three levels. So each member costs at most four blocks.
    expect(blocks).toBeLessThan(4 * members);
  });
});

/** How many blocks PostgreSQL reads for a statement. This number does not depend on how busy the machine is. */
async function blocksOf(text: string, params: unknown[]): Promise<number> {
  const { rows } = await api().sql.query(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    params,
  );
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
