import { randomUUID } from 'node:crypto';
import type { TestApi } from '../../harness/api.ts';
import { type Browser, serviceOf } from '../../harness/app.ts';
import { raisedIn } from '../../harness/raised.ts';
import type { TestTeam } from '../../harness/team.ts';
import { SERVICE_TOKEN } from '../../trpc/harness/callers.ts';

export const newSessionId = (): string => randomUUID();

export const dimensions = {
  closing: 60,
  conversation_control: 70,
  needs_analysis: 65,
  objection_handling: 55,
  value_argument: 62,
};

/** A score whose total is its only difference from another. */
export const scoreOf = (total: number) => ({ dimensions, total });

/** The product's backend, about one team. */
export class Backend {
  readonly browser: Browser;
  readonly #team: TestTeam;

  constructor(team: TestTeam) {
    this.#team = team;
    this.browser = serviceOf(team.api, SERVICE_TOKEN);
  }

  get #trainings(): Browser['app']['trainings'] {
    return this.browser.app.trainings;
  }

  get #named() {
    return { tenant_id: this.#team.tenantId };
  }

  start(session_id: string, input: { user_id: string; [field: string]: unknown }) {
    return this.#trainings.start.mutate({ ...this.#named, session_id, ...input });
  }

  finish(session_id: string, input: object = {}) {
    return this.#trainings.finish.mutate({ ...this.#named, session_id, ...input });
  }

  abort(session_id: string, input: object = {}) {
    return this.#trainings.abort.mutate({ ...this.#named, session_id, ...input });
  }

  evaluate(session_id: string, score: ReturnType<typeof scoreOf>, input: object = {}) {
    return this.#trainings.evaluate.mutate({ ...this.#named, session_id, score, ...input });
  }

  async record(trainings: readonly object[]) {
    const input = { ...this.#named, trainings: trainings as [] };
    return (await this.#trainings.record.mutate(input)).results;
  }
}

/** The event bodies of a team, in the order of their ids, without what is the same in all. */
export async function eventsOf(team: TestTeam): Promise<{ type: string; data: object }[]> {
  const { events } = await raisedIn(team);
  return events.map(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: string; data: { team_id: string } };
    const { team_id: _, ...rest } = data;
    return { type, data: rest };
  });
}

/** How many rows of a team each table of the intake has. */
export async function rowsOfIntake(
  api: TestApi,
  tenantId: string,
): Promise<Record<'sessions' | 'waiting' | 'trainings' | 'evaluations' | 'entries', number>> {
  const { rows } = await api.sql.query(
    `select (select count(*)::int from training_intake where tenant_id = $1) as sessions,
       (select count(*)::int from training_intake where tenant_id = $1 and waiting is not null)
         as waiting,
       (select count(*)::int from training where tenant_id = $1) as trainings,
       (select count(*)::int from evaluation where tenant_id = $1) as evaluations,
       (select count(*)::int from audit_entry where tenant_id = $1 and actor_kind = 'service')
         as entries`,
    [tenantId],
  );
  return rows[0];
}
