import type pg from 'pg';
import { TeamDb } from '../../../src/db/team-db.ts';
import { inTeamSnapshot, inTeamTransaction } from '../../../src/db/transaction.ts';
import { keepSums, keptUntil } from '../../../src/features/analytics/keep-sums.ts';
import { noteSessions } from '../../../src/features/analytics/note-sessions.ts';
import { saveEvaluations } from '../../../src/features/evaluations/save-evaluations.ts';
import { systemCall } from '../../../src/operation/system-call.ts';
import { analyticsOf, appAnalyticsOf, memberId, store } from './analytics-team.ts';
import {
  type Periods,
  type RawSession,
  type RawTeam,
  recomputeAnalytics,
  recomputeCountedSeries,
  recomputeFigures,
  recomputeMembers,
} from './recompute-analytics.ts';

type Evaluation = NonNullable<RawSession['evaluation']>;
type Session = RawSession & { id: string };

/** A team whose sessions change, in the database and at the same time as plain values. */
export class TeamHistory {
  readonly tenantId: string;
  readonly sql: pg.Pool;
  readonly team: Omit<RawTeam, 'sessions'> & { sessions: Session[] };
  now: number;
  #latest: number;
  #made = 0;

  constructor(sql: pg.Pool, tenantId: string, now: number) {
    this.sql = sql;
    this.tenantId = tenantId;
    this.now = now;
    this.#latest = now;
    this.team = { members: [], sessions: [], memberDetail: true, leaderboard: true };
  }

  async start(members: number): Promise<void> {
    this.team.members = Array.from({ length: members }, (_, n) => ({
      id: memberId(n),
      status: 'active',
    }));
    await store(this.sql, this.tenantId, this.team);
  }

  /** Records several sessions at once, as the intake does. */
  async record(sessions: (Omit<RawSession, 'member_id'> & { member: number })[]): Promise<void> {
    const made = sessions.map(({ member, ...session }): Session => {
      this.#made += 1;
      return { ...session, id: `trn_${this.#made}`, member_id: this.#member(member) };
    });
    await this.inTransaction((client) => this.write(client, made));
    this.team.sessions.push(...made);
  }

  /** Writes sessions and notes them, but does not add them to the plain values. */
  async write(client: pg.PoolClient, sessions: Session[]): Promise<void> {
    await this.#insertTrainings(client, sessions);
    const call = systemCall(new TeamDb(client, this.tenantId), new Date(this.now));
    await saveEvaluations(
      call,
      sessions.flatMap((session) =>
        session.evaluation ? [toSave(session, session.evaluation)] : [],
      ),
    );
    await noteSessions(call, sessions.map(changed));
  }

  /** Records a session that begins now, without a note, as a process of an older release does. */
  async recordUnnoted(member: number, evaluation: Evaluation): Promise<void> {
    // While an older release runs, a clock that was set back may hide a session until the daily comparison.
    if (this.now < this.#latest) return;
    this.#made += 1;
    const session = { status: 'scored', created_at: this.now, evaluation };
    const made = { ...session, id: `trn_${this.#made}`, member_id: this.#member(member) };
    const without = { ...this.team, members: [], sessions: [] };
    await store(this.sql, this.tenantId, { ...without, sessions: [made] });
    this.team.sessions.push(made);
  }

  /** Evaluates a session, or corrects its evaluation. */
  async evaluate(number: number, evaluation: Evaluation): Promise<void> {
    const session = this.team.sessions.at(number % (this.team.sessions.length || 1));
    if (!session) return;
    await inTeamTransaction(this.sql, this.tenantId, async (db) => {
      const call = systemCall(db, new Date(this.now));
      await db.write(
        "update training t set status = 'scored' where t.tenant_id = $1 and t.id = $2",
        [session.id],
      );
      await saveEvaluations(call, [toSave(session, evaluation)]);
    });
    Object.assign(session, { status: 'scored', evaluation });
  }

  /** Erases the member's sessions, as an erasure does. */
  async erase(number: number): Promise<void> {
    const id = this.#member(number);
    const own = this.team.sessions.filter(({ member_id }) => member_id === id);
    await inTeamTransaction(this.sql, this.tenantId, async (db) => {
      await noteSessions({ db }, own.map(changed));
      await db.write('delete from training t where t.tenant_id = $1 and t.member_id = $2', [id]);
    });
    this.team.sessions = this.team.sessions.filter((session) => !own.includes(session));
  }

  async changeStatus(number: number): Promise<void> {
    const member = this.team.members[number % this.team.members.length];
    if (!member) return;
    member.status = member.status === 'active' ? 'removed' : 'active';
    await this.sql.query(
      'update member set status = $3, removed_at = $4 where tenant_id = $1 and id = $2',
      [
        this.tenantId,
        member.id,
        member.status,
        member.status === 'removed' ? new Date(this.now) : null,
      ],
    );
  }

  pass(ms: number): void {
    this.now += ms;
    this.#latest = Math.max(this.#latest, this.now);
  }

  keep(atLeast = 1): Promise<void> {
    return inTeamSnapshot(this.sql, this.tenantId, (db) =>
      keepSums(db, keptUntil(new Date(this.now)), atLeast),
    );
  }

  /** The product's answer, and that of a plain recomputation. */
  async answers(): Promise<[answered: unknown, recomputed: unknown]> {
    return [await analyticsOf(this.team, this.#place), recomputeAnalytics(this.team, this.now)];
  }

  /** The same for what only the app shows. */
  async trpcAnswers(periods?: Periods): Promise<[answered: unknown, recomputed: unknown]> {
    const counted = [false, true].map((only_active) => ({
      series: recomputeCountedSeries(this.team, { now: this.now, only_active, periods }),
      figures: recomputeFigures(this.team, { now: this.now, only_active, periods }),
    }));
    const members = recomputeMembers(this.team, this.now, periods);
    return [await appAnalyticsOf(this.team, this.#place, periods), { members, counted }];
  }

  async inTransaction(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await this.sql.connect();
    try {
      await client.query('begin');
      await work(client);
      await client.query('commit');
    } finally {
      client.release();
    }
  }

  get #place() {
    return { tenantId: this.tenantId, now: this.now, queryable: this.sql };
  }

  #member(number: number): string {
    return memberId(number % this.team.members.length);
  }

  async #insertTrainings(client: pg.PoolClient, sessions: Session[]): Promise<void> {
    await client.query(
      `insert into training (tenant_id, id, member_id, status, created_at)
       select $1, t.id, t.member_id, t.status, t.created_at
       from jsonb_to_recordset($2) t (id text, member_id text, status text, created_at timestamptz)`,
      [this.tenantId, JSON.stringify(sessions.map((s) => ({ ...s, created_at: at(s) })))],
    );
  }
}

const at = ({ created_at }: RawSession) => new Date(created_at).toISOString();
const changed = ({ member_id, created_at }: Session) => ({
  member_id,
  trained_at: new Date(created_at),
});

function toSave(session: Session, { total, ...dimensions }: Evaluation) {
  const score = { dimensions, total, tips: [] };
  return { training_id: session.id, ...changed(session), score };
}
