import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import { changedTypes } from '../../../src/features/changes/changed-types.ts';
import { type ChangedType, typeNames } from '../../../src/features/changes/changes.schema.ts';
import { ERASED_EMAIL } from '../../../src/features/erasure/replace-names.ts';
import { eraseMember } from '../../../src/features/members/erase-member.ts';
import { removeMember } from '../../../src/features/members/remove-member.ts';
import { BASE_PATH } from '../../../src/rest/base-path.ts';
import { routes } from '../../../src/rest/routes.ts';
import { Random } from '../../../src/seed/demo/random.ts';
import { unlockJobsOfTheDead } from '../../../src/worker/queue/runner-presence.ts';
import type { Installation } from '../../events/harness/installation.ts';
import type { TestApi } from '../../harness/api.ts';
import { Browser, makeSession, PASSWORD } from '../../harness/app.ts';
import { type NamedProcedure, procedures } from '../../harness/app-answers.ts';
import { type RequestOptions, send } from '../../harness/http.ts';
import type { ApiResponse } from '../../harness/response.ts';
import { insertInvited, insertOneTimeLink } from '../../harness/rows.ts';
import { makeSandbox, stateOf } from '../../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../../harness/team.ts';
import { until } from '../../harness/until.ts';
import { validRequest, withBody } from '../../harness/valid-requests.ts';
import { fillWorld, type World } from '../../harness/world.ts';
import { callerFor } from '../../trpc/harness/callers.ts';
import { validInput } from '../../trpc/harness/inputs.ts';
import { ask, Copy, listsOf, type Page } from './copy.ts';
import { beginWrites, insertSome } from './operator.ts';

type Where = { installation: Installation; sql: pg.Pool };
type Work = (random: Random) => Promise<unknown>;

/** The calls of the app and of the product's backend that write what somebody reads. */
const writers = procedures.filter(
  ({ name, type }) =>
    type === 'mutation' && /^(?:assignments|cases|members|trainings|evaluations)\./.test(name),
);
const operations = writers.flatMap(({ meta }) => routes.find((one) => one.meta === meta) ?? []);

/** A team with writers and readers of changes, and what happens to it. A number decides all random values. */
export class ChangingWorld {
  readonly #where: Where;
  readonly #number: number;
  readonly #random: Random;
  /** Null if the team is no sandbox. */
  readonly #parent: TestTeam | null;
  readonly #world: World;
  #keys: string[] = [];
  #actors = 0;
  /** Another object after each turn of the switch. Undefined while it turns. */
  #detail: { isShown: boolean | undefined } = { isShown: true };
  /** Restores and resets, after which all cursors from before have expired: how many have begun, and how many are over. */
  #endings = { begun: 0, over: 0 };
  #hasBackup = false;
  #writersEnd = false;
  #readersEnd = false;

  private constructor(where: Where, number: number, parent: TestTeam | null, world: World) {
    this.#where = where;
    this.#number = number;
    this.#random = new Random(number);
    this.#parent = parent;
    this.#world = world;
    this.#keys = [world.team.keyId];
  }

  static async make(where: Where, number: number): Promise<ChangingWorld> {
    const api = apiOf(where);
    const parent = await makeTeam(api, { seats: 1_000, rateLimit: 1_000_000 });
    if (number % 2 === 1) {
      return new ChangingWorld(where, number, null, await fillWorld(parent));
    }
    const sandbox = await makeSandbox(parent, 'Trial', true);
    const [first] = await api.sql
      .query(
        `select id as "memberId" from member where tenant_id = $1 and status = 'active' limit 1`,
        [sandbox.tenantId],
      )
      .then(({ rows }) => rows);
    const team = new TestTeam(api, sandbox.tenantId, { ...parent.owner, ...first });
    team.useKey({ key: sandbox.key, key_id: sandbox.keyId, key_prefix: sandbox.keyPrefix });
    return new ChangingWorld(where, number, parent, await fillWorld(team));
  }

  get #team(): TestTeam {
    return this.#world.team;
  }

  async live(): Promise<void> {
    const some = (least: number, most: number) =>
      Array.from({ length: this.#random.whole(least, most) });
    const writing = Promise.all(some(2, 4).map(() => this.#write(this.#ofActor())));
    const reading = Promise.all(some(2, 4).map(() => this.#read(this.#ofActor())));
    // The world awaits them later.
    for (const acting of [writing, reading]) acting.catch(() => undefined);
    try {
      for (const _ of some(3, 7)) {
        await sleep(this.#random.whole(0, 600));
        await this.#random.pick(this.#happenings)();
      }
      if (!this.#detail.isShown) await this.#switchDetail();
      this.#writersEnd = true;
      await writing;
      await this.#workersEnd();
    } finally {
      this.#writersEnd = true;
      this.#readersEnd = true;
    }
    await reading;
  }

  #ofActor(): Random {
    this.#actors += 1;
    return new Random(this.#number * 100 + this.#actors);
  }

  // What happens

  readonly #happenings: readonly (() => Promise<void>)[] = [
    () => this.#where.installation.killApi(),
    () => this.#where.installation.killWorker(),
    () => this.#where.installation.crash(this.#random.whole(0, 300)),
    () => this.#backUp(),
    () => this.#restore(),
    () => this.#reset(),
    () => this.#newKey(),
    () => this.#switchDetail(),
    () => this.#switchDetail(),
  ];

  async #backUp(): Promise<void> {
    await this.#where.installation.postgres.backUp();
    this.#hasBackup = true;
  }

  async #restore(): Promise<void> {
    if (!this.#hasBackup) return this.#backUp();
    const { installation, sql } = this.#where;
    this.#endings.begun += 1;
    this.#detail = { isShown: undefined };
    const erased = await sql.query(
      'select tenant_id, member_id, person_id from erasure where tenant_id = $1',
      [this.#team.tenantId],
    );
    await installation.end(sql);
    await installation.restore(sql, erased.rows);
    await sql.query('update api_key set revoked_at = now() where tenant_id = $1', [
      this.#team.tenantId,
    ]);
    this.#keys = [];
    await this.#team.set({ member_detail_enabled: true });
    this.#detail = { isShown: true };
    await this.#newKey();
    this.#endings.over += 1;
    await installation.begin();
  }

  /** Resets the sandbox. If the team is none, removes a member and has the worker erase the data. */
  async #reset(): Promise<void> {
    const sandbox_id = this.#team.tenantId;
    if (!this.#parent) return this.#erase();
    const { app } = await makeSession(this.#parent, this.#parent.owner);
    this.#endings.begun += 1;
    // A reset turns the switch on.
    this.#detail = { isShown: undefined };
    await app.sandboxes.reset.mutate({ sandbox_id });
    await this.#sandboxIsReady();
    this.#endings.over += 1;
    this.#detail = { isShown: true };
  }

  async #erase(): Promise<void> {
    const { memberId } = await this.#team.addMember();
    await insertSome(this.#world, this.#random);
    await this.#team.do((call) => removeMember(call, memberId));
    await this.#team.do((call) => eraseMember(call, { member_id: memberId }));
  }

  /** Rotates the key or makes another, and revokes the former one. */
  async #newKey(): Promise<void> {
    const [former] = this.#keys;
    const isRotated = former !== undefined && this.#random.chance(0.5);
    const made = await (isRotated
      ? this.#team.rotateKey(former, this.#random.pick(['0', '1h']))
      : this.#team.createKey());
    // As if its owner had made it in the app: a reset removes the keys of the sandbox's own members.
    await this.#where.sql.query('update api_key set created_by = $2 where id = $1', [
      made.key_id,
      (this.#parent ?? this.#team).owner.memberId,
    ]);
    this.#team.useKey(made);
    if (former !== undefined && !isRotated) await this.#team.revokeKey(former);
    this.#keys = [made.key_id];
  }

  async #switchDetail(): Promise<void> {
    const isShown = !this.#detail.isShown;
    this.#detail = { isShown: undefined };
    await this.#team.set({ member_detail_enabled: isShown });
    this.#detail = { isShown };
  }

  async #sandboxIsReady(): Promise<void> {
    const { sql } = this.#where;
    await until('the sandbox is ready', async () => {
      await unlockJobsOfTheDead(sql);
      return (await stateOf(this.#team, this.#team.tenantId)) === null;
    });
  }

  async #workersEnd(): Promise<void> {
    const { sql } = this.#where;
    if (this.#parent) await this.#sandboxIsReady();
    await until('the erasures have ended', async () => {
      await unlockJobsOfTheDead(sql);
      const { rowCount } = await sql.query(
        `select from graphile_worker._private_jobs
         where payload ->> 'tenant' = $1 and payload ->> 'member' <> '' and attempts < 3`,
        [this.#team.tenantId],
      );
      return rowCount === 0;
    });
  }

  // Writers

  /** Some writes are refused, and a crash or a kill ends some. */
  async #write(random: Random): Promise<void> {
    while (!this.#writersEnd) {
      await random
        .pick(this.#writes)(random)
        .catch(() => undefined);
      await sleep(random.whole(0, 20));
    }
  }

  readonly #writes: readonly Work[] = [
    (random) => this.#callApp(random),
    (random) => this.#callApp(random),
    (random) => this.#callRest(random),
    (random) => this.#editByRest(random),
    (random) => insertSome(this.#world, random),
    (random) => this.#hang(random),
    (random) => this.#askErasure(random),
    (random) => this.#acceptOrMove(random),
    (random) => this.#useCrm(random),
  ];

  /** One of the rows of the team. */
  async #any(random: Random, table: string, where = 'true'): Promise<string> {
    const { rows } = await this.#where.sql.query<{ id: string }>(
      `select id from ${table} where tenant_id = $1 and ${where} order by md5(id || $2::text) limit 1`,
      [this.#team.tenantId, random.whole(0, 1_000_000)],
    );
    return rows[0]?.id ?? 'none';
  }

  /** The world with other objects in the place of those that it was made with. */
  async #drawn(random: Random): Promise<World> {
    const memberId = await this.#any(random, 'member', `status = 'active' and role <> 'owner'`);
    const { rows } = await this.#where.sql.query(
      'select user_id as "userId", email from member where tenant_id = $1 and id = $2',
      [this.#team.tenantId, memberId],
    );
    return {
      ...this.#world,
      memberId,
      member: { memberId, ...rows[0] },
      assignment: await this.#any(random, 'assignment'),
      training: await this.#any(random, 'training'),
      teamCase: await this.#any(random, 'team_case', `visibility = 'team'`),
    };
  }

  async #callApp(random: Random): Promise<void> {
    const procedure: NamedProcedure = random.pick(writers);
    const world = await this.#drawn(random);
    const browser = await callerFor(procedure, world);
    const input = await validInput(procedure, world, browser);
    await browser.call(procedure.name, procedure.type, input);
  }

  async #callRest(random: Random): Promise<void> {
    const route = random.pick(operations);
    const request = await validRequest(route, await this.#drawn(random));
    await this.#team.request(route.method, request.path, withBody(request));
  }

  async #editByRest(random: Random): Promise<void> {
    const { assignment, teamCase, memberId } = await this.#drawn(random);
    const text = `words ${random.whole(0, 1_000_000)}`;
    const [method, path, body] = random.pick([
      ['PATCH', `/assignments/${assignment}`, { note: text }],
      ['PATCH', `/assignments/${assignment}`, { status: random.pick(['open', 'revoked']) }],
      ['DELETE', `/assignments/${assignment}`],
      ['PATCH', `/cases/${teamCase}`, { title: text }],
      ['DELETE', `/cases/${teamCase}`],
      ['PATCH', `/users/${memberId}`, { role: random.pick(['member', 'admin']) }],
      ['DELETE', `/users/${memberId}`],
    ] as const);
    await this.#team.request(method, path, body ? { body } : {});
  }

  async #hang(random: Random): Promise<void> {
    const end = await beginWrites(this.#world, random);
    await sleep(random.whole(0, 300));
    await end();
  }

  async #askErasure(random: Random): Promise<void> {
    const member_id = await this.#any(random, 'member', `status = 'removed'`);
    await this.#team.do((call) => eraseMember(call, { member_id }));
  }

  /** Somebody accepts an invitation, or gets a new address. */
  async #acceptOrMove(random: Random): Promise<void> {
    const { team } = this.#world;
    if (this.#parent) {
      const { app } = await makeSession(team, team.owner);
      const member_id = await this.#any(random, 'member', `status = 'invited'`);
      return void (await app.members.acceptForTrial.mutate({ member_id }));
    }
    const person = await team.addMember();
    const { app } = await makeSession(team, person);
    const move = {
      purpose: 'email_change',
      person_id: person.userId,
      email: `new-${person.email}`,
    };
    await app.account.confirmEmailChange.mutate({ token: await insertOneTimeLink(team.api, move) });
    const email = `invited-${person.email}`;
    const member_id = await insertInvited(team, { email });
    const link = { purpose: 'invitation', tenant_id: team.tenantId, member_id, email };
    const token = await insertOneTimeLink(team.api, link);
    const { app: visitor } = new Browser(team.api);
    await visitor.account.acceptLink.mutate({ token, password: PASSWORD, name: 'A person' });
  }

  /** The practice CRM of a sandbox is read, and its deals are mapped anew. */
  async #useCrm(random: Random): Promise<void> {
    if (!this.#parent) return this.#hang(random);
    const { app } = await makeSession(this.#team, this.#team.owner);
    const connection_id = 'con_demo';
    if (random.chance(0.4)) return void (await app.crm.readAgain.mutate({ connection_id }));
    if (random.chance(0.1)) {
      return void (await app.crm.disconnect.mutate({ connection_id, data: 'remove' }));
    }
    const { version, owners } = await app.crm.getConnection.query({ connection_id });
    const { external_id } = random.pick(owners);
    const user = await this.#any(random, 'member', `status = 'active'`);
    const { rows } = await this.#where.sql.query('select user_id from member where id = $1', [
      user,
    ]);
    const mapped = { [external_id]: random.chance(0.5) ? null : rows[0].user_id };
    await app.crm.changeConnection.mutate({ connection_id, version, owners: mapped });
  }

  // Readers

  #now() {
    return { ...this.#endings, detail: this.#detail, isLast: this.#readersEnd };
  }

  /** Keeps a copy until the world ends. If the cursor has expired, begins another. */
  async #read(random: Random): Promise<void> {
    const chosen = typeNames.filter(() => random.chance(0.5));
    const types = chosen.length > 0 ? chosen : typeNames;
    const isPersonal = types.some((type) => changedTypes[type].needsMemberDetail);
    const limit = `${random.pick([1, 7, 50, 200])}`;
    const longest = random.whole(0, 400);
    let copy = new Copy(this.#team, types);
    let began = this.#now();
    // When the copy got its first objects: until then the list was not open, or has none.
    let filled = { ...began, at: new Date() };
    for (;;) {
      const before = this.#now();
      if (copy.cursor === undefined) began = before;
      const wait = random.chance(0.1) ? '1' : '0';
      const response = await this.#ask({ ...copy.query, limit, wait });
      const isSteady = before.detail === this.#detail && before.detail.isShown !== undefined;
      const fault = response?.body.errors?.[0]?.code;
      if (response?.status === 200) {
        const page = response.body as unknown as Page;
        if (isSteady && isPersonal) expect(before.detail.isShown, 'is closed').toBe(true);
        if (Object.keys(copy.objects).length === 0) filled = { ...before, at: new Date() };
        expect(filled.begun, 'a cursor has outlived its list').toBeGreaterThanOrEqual(before.over);
        // A reader that is killed before it has stored the page reads it again.
        if (random.chance(0.1)) continue;
        copy.store(page);
        if (page.has_more) continue;
        const isDue = before.isLast || random.chance(0.3);
        if (isDue && (await this.#isWhole(copy, types)) && before.isLast) {
          return this.#expectErased(copy, types, filled.at);
        }
        await sleep(random.whole(0, longest));
      } else if (fault === 'cursor_expired') {
        expect(this.#endings.begun, 'the cursor has expired').toBeGreaterThan(began.over);
        copy = new Copy(this.#team, types);
      } else if (response?.body.code === 'privacy_restricted') {
        expect([isPersonal, isSteady && before.detail.isShown], 'is open').toEqual([true, false]);
        await sleep(random.whole(0, longest));
      } else {
        const isAway = !response || [401, 429, 503].includes(response.status);
        if (!isAway) throw new Error(`${response.status}: ${response.text}`);
        await sleep(20);
      }
    }
  }

  /** None: a killed API does not answer, or answers half. */
  async #ask(query: Record<string, string>): Promise<ApiResponse | null> {
    const response = await ask(this.#team, query, this.#team.key).catch(() => null);
    // The readers ask more often than a key may.
    if (response?.status === 429)
      await this.#where.sql.query('truncate rate_window').catch(() => 0);
    return response;
  }

  /**
   * Compares the copy with the lists (D184). If something changes while they are read, the next page says so, and nothing
   * is compared.
   */
  async #isWhole(copy: Copy, types: readonly ChangedType[]): Promise<boolean> {
    const { detail, begun } = this.#now();
    const { objects } = copy;
    const lists = await listsOf(this.#team, types).catch(() => null);
    const next = await this.#ask({ ...copy.query, limit: '1' });
    if (!lists || next?.status !== 200) return false;
    const page = next.body as unknown as Page;
    if (page.data.length > 0 || page.has_more) return false;
    if (detail !== this.#detail || begun !== this.#endings.begun) return false;
    expect(Object.keys(objects)).toEqual(Object.keys(lists));
    expect(objects).toEqual(lists);
    return true;
  }

  /** Whoever was erased while the copy was kept, of him or her the reader knows (D187). */
  async #expectErased(copy: Copy, types: readonly ChangedType[], since: Date) {
    const isTold = types.some((type) => type === 'member' || changedTypes[type].needsMemberDetail);
    const { rows } = await this.#where.sql.query<{ id: string }>(
      `select m.id from member m join erasure e on e.tenant_id = m.tenant_id and e.member_id = m.id
       where m.tenant_id = $1 and m.email = $2 and e.created_at > $3 and e.finished_at is not null`,
      [this.#team.tenantId, ERASED_EMAIL, since],
    );
    const erased = rows.map(({ id }) => id);
    if (isTold) expect([...copy.erased]).toEqual(expect.arrayContaining(erased));
    else expect([...copy.erased]).toEqual([]);
  }
}

/** What the harness of a `TestApi` needs, for processes that a test kills. */
function apiOf({ installation: { port }, sql }: Where): TestApi {
  const agent = new Agent();
  const api = {
    sql,
    port,
    clock: { now: () => new Date() },
    request: (method: string, path: string, options?: RequestOptions) =>
      send({ port, agent }, method, BASE_PATH + path, options),
  };
  return api as unknown as TestApi;
}
