import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { codeOf } from '../harness/app.ts';
import { forgetRaised } from '../harness/raised.ts';
import { runs } from '../harness/rounds.ts';
import { insertEndpoint } from '../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { SERVICE_TOKEN } from '../trpc/harness/callers.ts';
import { Backend, eventsOf, newSessionId, scoreOf } from './harness/intake.ts';

const api = useApi({ env: { SERVICE_TOKEN } });
const RUNS = runs({ few: 8, all: 30 });
let team: TestTeam;
let member: Person;
let backend: Backend;

beforeAll(async () => {
  team = await makeTeam(api());
  member = await team.addMember();
  backend = new Backend(team);
  await insertEndpoint(team, { events: ['training.completed', 'evaluation.completed'] });
});

const startOf = (content: number) => ({ user_id: member.userId, role_id: `rol_${content}` });
const endOf = (content: number) => ({ duration_s: content });
const madeAtOf = (minute: number | undefined) =>
  minute === undefined ? {} : { evaluated_at: `2026-11-03T08:0${minute}:00Z` };

const content = fc.integer({ min: 0, max: 1 });
const score = fc.integer({ min: 0, max: 3 });
const madeAt = fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined });
const finish = content.map((content) => ({ kind: 'finish' as const, content }));
const report: fc.Arbitrary<Report> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ start: content }) },
  { weight: 2, arbitrary: fc.record({ end: finish }) },
  { weight: 1, arbitrary: fc.constant({ end: { kind: 'abort' as const, content: 0 } }) },
  { weight: 4, arbitrary: fc.record({ score, madeAt }) },
  { weight: 2, arbitrary: fc.record({ start: content, end: finish }) },
  { weight: 2, arbitrary: fc.record({ start: content, end: finish, score, madeAt }) },
);

type Outcome = { code: string; training_id?: string | null };

/** Sends a report to the API, by the call that fits it. */
async function tell(id: string, { start, end, score, madeAt }: Report): Promise<Outcome> {
  const evaluation = score === undefined ? {} : { score: scoreOf(score), ...madeAtOf(madeAt) };
  if (start !== undefined && end) {
    const item = { session_id: id, ...startOf(start), ...endOf(end.content), ...evaluation };
    const [result] = await backend.record([item]);
    if (!result) throw new Error('There is no result');
    return result.ok ? { code: 'ok', training_id: result.training_id } : result.error;
  }
  let answer: { training_id: string | null } | undefined;
  const call = async () => {
    if (start !== undefined) answer = await backend.start(id, startOf(start));
    else if (end?.kind === 'abort') answer = await backend.abort(id, endOf(end.content));
    else if (end) answer = await backend.finish(id, endOf(end.content));
    else answer = await backend.evaluate(id, scoreOf(score ?? 0), madeAtOf(madeAt));
  };
  const code = await codeOf(call());
  return { code, ...answer };
}

/** The stored state of a session, in the words of the model. */
async function stored(id: string) {
  const { rows } = await api().sql.query(
    `select coalesce(t.status, case when i.waiting_since is not null then 'waiting' end) as state,
       t.duration_s, e.total, t.id, t.finished_at is not null as has_end
     from training_intake i
     left join training t on t.tenant_id = i.tenant_id and t.id = i.training_id
     left join evaluation e on e.tenant_id = i.tenant_id and e.training_id = i.training_id
     where i.tenant_id = $1 and i.session_id = $2`,
    [team.tenantId, id],
  );
  return rows[0] ?? { state: 'unknown', total: null, duration_s: null };
}

async function countEventsOf(trainingId: unknown): Promise<Record<string, number>> {
  const events = (await eventsOf(team)).filter(
    ({ data }) => (data as { training_id: string }).training_id === trainingId,
  );
  const count = (type: string) => events.filter((event) => event.type === type).length;
  return { completed: count('training.completed'), evaluated: count('evaluation.completed') };
}

async function expectAsModel(id: string, model: SessionModel): Promise<void> {
  const { state, total, duration_s, id: trainingId } = await stored(id);
  const hasTraining = model.start !== undefined;
  expect({ state, total, duration_s }).toMatchObject({
    state: model.state,
    ...(hasTraining ? { total: model.score ?? null, duration_s: model.end?.content ?? null } : {}),
  });
  expect(await countEventsOf(trainingId)).toEqual({
    completed: ['completed', 'scored'].includes(model.state) ? 1 : 0,
    evaluated: model.evaluated,
  });
}

test('calls in any order, with repetitions and corrections: answers, rows and events follow the rules', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 1 }), report), { minLength: 1, maxLength: 14 }),
      async (reports) => {
        await forgetRaised(team);
        const sessions = [0, 1].map(() => ({ id: newSessionId(), model: new SessionModel() }));
        for (const [n, one] of reports) {
          const session = sessions[n];
          if (!session) throw new Error('There is no such session');
          const expected = session.model.report(one);
          const { code, training_id } = await tell(session.id, one);
          expect(code).toBe(expected);
          if (code !== 'ok') continue;
          expect(typeof training_id).toBe(session.model.start === undefined ? 'object' : 'string');
        }
        for (const { id, model } of sessions) await expectAsModel(id, model);
      },
    ),
    { numRuns: RUNS },
  );
});

test('reports that do not contradict each other have the same result in every order, however often they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 8 }), score), {
        minLength: 1,
        maxLength: 4,
        selector: ([minute]) => minute,
      }),
      fc.infiniteStream(fc.nat()),
      async (evaluations, random) => {
        const parts: Report[] = [
          { start: 0 },
          { end: { kind: 'finish', content: 1 } },
          ...evaluations.map(([madeAt, score]) => ({ score, madeAt })),
        ];
        const last = evaluations.toSorted(([a], [b]) => a - b).at(-1)?.[1];
        // Each report arrives twice.
        const order = [...parts, ...parts]
          .map((piece) => ({ piece, key: random.next().value ?? 0 }))
          .sort((a, b) => a.key - b.key);
        const id = newSessionId();
        for (const { piece } of order) expect((await tell(id, piece)).code).toBe('ok');
        const found = await stored(id);
        expect(found).toMatchObject({ state: 'scored', total: last, duration_s: 1, has_end: true });
        expect(await countEventsOf(found.id)).toMatchObject({ completed: 1 });
      },
    ),
    { numRuns: RUNS },
  );
});

/** What the rules of docs/intake.md say of one session, in the plainest form. */
class SessionModel {
  start: number | undefined;
  end: { kind: 'finish' | 'abort'; content: number } | undefined;
  score: number | undefined;
  madeAt: number | undefined;
  /** How many events about an evaluation were raised. */
  evaluated = 0;

  /** Applies a report as a whole, or refuses it. */
  report({ start, end, score, madeAt }: Report): 'ok' | 'conflict' {
    const scores = score !== undefined;
    const aborts = end?.kind === 'abort';
    const isOther = (was: unknown, is: unknown) =>
      was !== undefined && is !== undefined && JSON.stringify(was) !== JSON.stringify(is);
    if (isOther(this.start, start) || isOther(this.end, end)) return 'conflict';
    if (scores && this.end?.kind === 'abort') return 'conflict';
    if (aborts && this.score !== undefined) return 'conflict';
    const isCorrection = isOther(this.score, score);
    const isLater = madeAt !== undefined && (this.madeAt === undefined || madeAt > this.madeAt);
    if (isCorrection && !isLater && !this.#isOlder(madeAt)) return 'conflict';
    const begins = start !== undefined && this.start === undefined;
    const isChange = scores && score !== this.score && !this.#isOlder(madeAt);
    if (isChange) this.madeAt = madeAt;
    else if (scores && madeAt !== undefined && !this.#isOlder(madeAt)) this.madeAt = madeAt;
    this.start ??= start;
    this.end ??= end;
    if (isChange) this.score = score;
    const isSent = this.start !== undefined && (isChange || (begins && this.score !== undefined));
    if (isSent) this.evaluated += 1;
    return 'ok';
  }

  #isOlder(madeAt: number | undefined): boolean {
    return this.madeAt !== undefined && madeAt !== undefined && madeAt < this.madeAt;
  }

  /** The state of the training, or whether something waits for it. */
  get state(): string {
    if (this.start === undefined)
      return this.end || this.score !== undefined ? 'waiting' : 'unknown';
    if (this.end?.kind === 'abort') return 'aborted';
    if (this.score !== undefined) return 'scored';
    return this.end ? 'completed' : 'in_progress';
  }
}

type Report = {
  start?: number;
  end?: { kind: 'finish' | 'abort'; content: number };
  score?: number;
  madeAt?: number | undefined;
};
