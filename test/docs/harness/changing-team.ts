import fc from 'fast-check';
import { erasePerson } from '../../../src/features/erasure/erase-person.ts';
import { systemSteps } from '../../../src/operation/system-call.ts';
import type { TestApi } from '../../harness/api.ts';
import { busy, type Fault } from '../../harness/faulty-proxy.ts';
import { sealKey } from '../../harness/mailed-links.ts';
import { insertEvaluation, insertScoredTraining, insertTraining } from '../../harness/rows.ts';
import { makeTeam, type Person, type TestTeam } from '../../harness/team.ts';

/** What happens before a request of the client, and how much time passes. */
export type Change = { what: What; pick: number; lateMs: number; passesMs: number };
/** How often each kind of change is among those that are drawn from. */
const weights = {
  begin: 5,
  score: 5,
  correct: 8,
  end: 2,
  'end late': 2,
  unassign: 2,
  nothing: 2,
  join: 2,
  remove: 2,
  erase: 1,
  busy: 1,
  break: 1,
};
type What = keyof typeof weights;
const kinds = (Object.keys(weights) as What[]).flatMap((what) =>
  Array<What>(weights[what]).fill(what),
);

/** The changes of a world. */
export function changes(least: number, most: number): fc.Arbitrary<Change[]> {
  const change = fc.record({
    what: fc.constantFrom(...kinds),
    pick: fc.nat(),
    // A change is visible up to 30 seconds after its time.
    lateMs: fc.nat(30_000),
    passesMs: fc.integer({ min: 600, max: 20_000 }),
  });
  return fc.array(change, { minLength: least, maxLength: most, size: 'max' });
}

/** The content that a copy should have, or has. */
export type Held = { trainings: object; evaluations: object };

type Scored = { goal: string | null; score: { total: number | null } };

/** The content of a copy, in a form that can be compared. */
export function held(trainings: Record<string, object>, evaluations: Record<string, Scored>): Held {
  const row = ({ id, status, duration_s, assignment_id }: Record<string, unknown>) => ({
    id,
    status,
    duration_s,
    assignment_id,
  });
  return {
    trainings: Object.fromEntries(
      Object.entries(trainings).map(([id, one]) => [id, row(one as Record<string, unknown>)]),
    ),
    evaluations: Object.fromEntries(
      Object.entries(evaluations).map(([id, { score, goal }]) => [id, [score.total, goal]]),
    ),
  };
}

/** A team that changes while a client reads it. */
export class ChangingTeam {
  readonly #team: TestTeam;
  readonly #people: Person[];
  readonly #removed: Person[] = [];
  readonly #erased: Person[] = [];

  private constructor(team: TestTeam, people: Person[]) {
    this.#team = team;
    this.#people = people;
  }

  /** The team has four people, who share the trainings. */
  static async open(api: TestApi, trainings: number): Promise<ChangingTeam> {
    const team = await makeTeam(api, { rateLimit: 100_000 });
    const people = await Promise.all(Array.from({ length: 4 }, () => team.addMember()));
    const changing = new ChangingTeam(team, people);
    for (let n = 0; n < trainings; n += 1) {
      const id = await insertScoredTraining(team, { member_id: people[n % 4]?.memberId });
      await changing.#set('evaluation', 'goal = $3', [id, changing.#goal(n + 1)]);
    }
    return changing;
  }

  get key(): string {
    return this.#team.key;
  }

  async make({ what, pick, lateMs, passesMs }: Change): Promise<Fault> {
    this.#team.api.clock.travel(passesMs);
    const at = new Date(this.#team.api.clock.now().getTime() - lateMs);
    const rowWith = (condition: string) => this.#one(condition, pick);
    if (what === 'begin') await this.#begin(pick);
    if (what === 'join') this.#people.push(await this.#team.addMember());
    if (what === 'remove') await this.#remove(pick);
    if (what === 'erase') await this.#erase(pick);
    if (what === 'score') {
      const goal = this.#goal(pick);
      await this.#score(await rowWith("status <> 'scored'"), {
        created_at: at,
        updated_at: at,
        goal,
      });
    }
    if (what === 'correct') {
      await this.#set('evaluation', 'total = $3, updated_at = $4', [
        await rowWith("status = 'scored'"),
        pick % 101,
        at,
      ]);
    }
    if (what === 'end') {
      await this.#set('training', "status = 'completed'", [
        await rowWith("status = 'in_progress'"),
      ]);
    }
    if (what === 'end late') {
      await this.#set('training', 'duration_s = $3', [await rowWith('true'), pick % 1000]);
    }
    if (what === 'unassign') {
      await this.#set('training', 'assignment_id = null', [await rowWith('true')]);
    }
    if (what === 'busy') return busy;
    return what === 'break' ? 'refuse' : 'none';
  }

  /** Hands in a session that began up to two days ago. */
  async #begin(pick: number): Promise<void> {
    const { memberId } = this.#people[pick % this.#people.length] ?? this.#team.owner;
    const created_at = new Date(this.#team.api.clock.now().getTime() - (pick % 172_800_000));
    await insertTraining(this.#team, { member_id: memberId, status: 'in_progress', created_at });
  }

  async #score(id: string | undefined, evaluation: Record<string, unknown>): Promise<void> {
    if (id === undefined) return;
    await this.#set('training', "status = 'scored'", [id]);
    await insertEvaluation(this.#team, id, evaluation);
  }

  /** A text of an evaluation that names a present or former member, often another than who has trained. */
  #goal(pick: number): string {
    const people = [...this.#people, ...this.#removed];
    return `As well as ${people[pick % Math.max(1, people.length)]?.email}`;
  }

  async #remove(pick: number): Promise<void> {
    const [leaving] = this.#people.splice(pick % Math.max(1, this.#people.length), 1);
    if (!leaving) return;
    await this.#team.request('DELETE', `/users/${leaving.memberId}`);
    this.#removed.push(leaving);
  }

  /** Erases a former member, also from the texts of others, which get no new time. */
  async #erase(pick: number): Promise<void> {
    const [gone] = this.#removed.splice(pick % Math.max(1, this.#removed.length), 1);
    if (!gone) return;
    const { api, tenantId } = this.#team;
    await erasePerson(systemSteps(api.sql, tenantId, api.clock.now()), gone.memberId, sealKey);
    this.#erased.push(gone);
  }

  /** Words that say who was erased. */
  get erased(): string[] {
    return this.#erased.flatMap(({ email, userId }) => [email, userId]);
  }

  async #one(condition: string, pick: number): Promise<string | undefined> {
    const { rows } = await this.#team.api.sql.query<{ id: string }>(
      `select id from training where tenant_id = $1 and ${condition} order by id`,
      [this.#team.tenantId],
    );
    return rows[pick % Math.max(1, rows.length)]?.id;
  }

  async #set(table: string, change: string, [id, ...values]: unknown[]): Promise<void> {
    const key = table === 'evaluation' ? 'training_id' : 'id';
    await this.#team.api.sql.query(
      `update ${table} set ${change} where tenant_id = $1 and ${key} = $2`,
      [this.#team.tenantId, id, ...values],
    );
  }

  /** The content that a copy should have. */
  async truth(): Promise<Held> {
    type Row = { id: string; total: number | null; goal: string | null };
    const { rows } = await this.#team.api.sql.query<Row>(
      `select t.id, t.status, t.duration_s, t.assignment_id, e.total, e.goal
       from training t join member m on m.tenant_id = t.tenant_id and m.id = t.member_id
       left join evaluation e on e.tenant_id = t.tenant_id and e.training_id = t.id
       where t.tenant_id = $1 and m.status = 'active'`,
      [this.#team.tenantId],
    );
    const scored = rows.filter(({ total }) => total !== null);
    return {
      trainings: Object.fromEntries(rows.map(({ total: _, goal: __, ...row }) => [row.id, row])),
      evaluations: Object.fromEntries(scored.map(({ id, total, goal }) => [id, [total, goal]])),
    };
  }
}
