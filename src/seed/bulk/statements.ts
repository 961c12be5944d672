import { DIGITS, type IdPrefix } from '../../db/ids.ts';
import { globalCatalog } from '../../features/catalog/global-catalog.ts';
import { evaluationTexts } from '../../features/try-out/tips.ts';
import { type LoadRun, startOf, stepOf } from './size.ts';

const TIME_SHIFTS = [45, 40, 35, 30, 25, 20, 15, 10, 5, 0];

/**
 * SQL for an id in the form of `newId`. It contains the number of the team and of the row, so that a reference needs no
 * look-up. Hexadecimal digits are also digits of Crockford's base 32.
 */
function bulkId(prefix: IdPrefix, milliseconds: string, team: string, row: string): string {
  const time = TIME_SHIFTS.map(
    (shift) => `substr('${DIGITS}', ((${milliseconds}) >> ${shift} & 31)::integer + 1, 1)`,
  );
  const rest = `substr(md5($1 || '${prefix}' || ${team} || '/' || ${row}), 1, 16)`;
  return `'${prefix}_' || ${time.join(' || ')} || ${rest}`;
}

type Statement = { text: string; values: unknown[] };

/** In each statement, `$1` is the salt, `$2` the ids of the teams, and `x.n` the number of a row of a team. */
function rowsOf(perTeam: number, start: number, step: number): string {
  return `(select t.id as tenant_id, t.no, n, ${start}::bigint + n * ${step}::bigint as ms
    from unnest($2::text[]) with ordinality as t (id, no) cross join generate_series(1, ${perTeam}) n) x`;
}

const at = 'to_timestamp(x.ms / 1000.0)';

/** The members of the team in turn. The n-th member was made n seconds after the start. */
function memberOf(prefix: 'mem' | 'usr', { members, now }: LoadRun): string {
  const position = `(1 + x.n % ${members})`;
  return bulkId(prefix, `${startOf(now)}::bigint + ${position} * 1000`, 'x.no', position);
}

/** The catalog entries of one kind in turn, without those that a rule of the catalog restricts. */
function entryOf(dimension: string): string {
  const restricted = ['per_gatekeeper', 'ind_energy'];
  const ids = globalCatalog
    .filter((entry) => entry.dimension === dimension && !restricted.includes(entry.id))
    .map(({ id }) => id);
  return `('{${ids.join(',')}}'::text[])[1 + (x.n + x.no) % ${ids.length}]`;
}

const combination = [entryOf('situation'), entryOf('personality'), entryOf('industry')].join(', ');

export function people({ members, now, salt, tenantIds }: LoadRun): Statement {
  return {
    text: `insert into person (id, email, created_at)
      select ${bulkId('usr', 'x.ms', 'x.no', 'x.n')},
        'member-' || x.n || '@' || right(x.tenant_id, 16) || '.load.example', ${at}
      from ${rowsOf(members, startOf(now), 1000)}`,
    values: [salt, tenantIds],
  };
}

/** The app finds the teams of a person by these rows. */
export function teamsOfPeople({ members, now, salt, tenantIds }: LoadRun): Statement {
  return {
    text: `insert into person_team (person_id, tenant_id)
      select ${bulkId('usr', 'x.ms', 'x.no', 'x.n')}, x.tenant_id
      from ${rowsOf(members, startOf(now), 1000)}`,
    values: [salt, tenantIds],
  };
}

/** The first member is the owner and the second, if any, an admin. */
export function membersOf({ members, now, salt, tenantIds }: LoadRun): Statement {
  return {
    text: `insert into member (tenant_id, id, user_id, email, role, status, rights, created_through,
        created_at, joined_at)
      select x.tenant_id, ${bulkId('mem', 'x.ms', 'x.no', 'x.n')},
        ${bulkId('usr', 'x.ms', 'x.no', 'x.n')},
        'member-' || x.n || '@' || right(x.tenant_id, 16) || '.load.example',
        case x.n when 1 then 'owner' when 2 then 'admin' else 'member' end, 'active',
        case x.n when 1 then '{schnittstellen}'::text[] else '{}' end, 'app', ${at}, ${at}
      from ${rowsOf(members, startOf(now), 1000)}`,
    values: [salt, tenantIds],
  };
}

const every = 10;

/** Every tenth training completes an assignment. */
export function assignments(run: LoadRun): Statement {
  const step = stepOf(run.assignments);
  return {
    text: `insert into assignment (tenant_id, id, member_id, status, title, situation_id,
        personality_id, industry_id, note, due_date, created_at, updated_at)
      select x.tenant_id, ${bulkId('asg', 'x.ms', 'x.no', 'x.n')}, ${memberOf('mem', run)},
        case when x.n * ${every} <= ${run.trainings} then 'done'
          when x.n % 7 = 0 then 'revoked' else 'open' end,
        'Übung ' || x.n, ${combination}, case when x.n % 3 = 0 then 'Bitte bis zum Termin.' end,
        (${at} at time zone 'UTC')::date + 14, ${at}, ${at}
      from ${rowsOf(run.assignments, startOf(run.now), step)}`,
    values: [run.salt, run.tenantIds],
  };
}

const status = `case x.n % 20 when 1 then 'aborted' when 2 then 'completed' else 'scored' end`;

export function trainings(run: LoadRun): Statement {
  const start = startOf(run.now);
  const task = `x.n / ${every}`;
  const taskMs = `${start}::bigint + (${task}) * ${stepOf(run.assignments)}::bigint`;
  return {
    text: `insert into training (tenant_id, id, member_id, status, assignment_id, situation_id,
        personality_id, industry_id, role_id, duration_s, created_at, finished_at)
      select x.tenant_id, ${bulkId('trn', 'x.ms', 'x.no', 'x.n')}, ${memberOf('mem', run)}, ${status},
        case when x.n % ${every} = 0 and ${task} <= ${run.assignments}
          then ${bulkId('asg', taskMs, 'x.no', `(${task})`)} end,
        ${combination}, ${entryOf('role')}, 300 + (x.n * 37 % 900)::integer, ${at},
        ${at} + (300 + x.n * 37 % 900) * interval '1 s'
      from ${rowsOf(run.trainings, start, stepOf(run.trainings))}`,
    values: [run.salt, run.tenantIds],
  };
}

export function completions({ salt, tenantIds }: LoadRun): Statement {
  return {
    text: `update assignment a set completed_training_id = t.id from training t
      where a.tenant_id = any ($2) and t.tenant_id = a.tenant_id and t.assignment_id = a.id
        and $1 <> ''`,
    values: [salt, tenantIds],
  };
}

export function evaluations(run: LoadRun): Statement {
  const scores = [7919, 6007, 4409, 3001, 2203].map(
    (factor, n) => `(38 + (x.n::bigint * ${factor} + x.no * 31) % 53)::smallint as d${n}`,
  );
  return {
    text: `insert into evaluation (tenant_id, training_id, closing, conversation_control,
        needs_analysis, objection_handling, value_argument, total, spread, tips, goal,
        methodology_id, strongest, biggest_lever, created_at, updated_at)
      select x.tenant_id, ${bulkId('trn', 'x.ms', 'x.no', 'x.n')}, d0, d1, d2, d3, d4,
        ((d0 + d1 + d2 + d3 + d4) / 5)::smallint,
        (greatest(d0, d1, d2, d3, d4) - least(d0, d1, d2, d3, d4)) / 2.5,
        jsonb_build_array($3::jsonb -> (x.n % 5)::integer), 'partial', ${entryOf('methodology')},
        'Ruhige Führung.', 'Nächsten Schritt vorschlagen.', ${at}, ${at}
      from (select x.*, ${scores.join(', ')}
        from ${rowsOf(run.trainings, startOf(run.now), stepOf(run.trainings))}) x
      where ${status} = 'scored'`,
    values: [
      run.salt,
      run.tenantIds,
      JSON.stringify(Object.values(evaluationTexts.de.tips).map(([tip]) => tip)),
    ],
  };
}

/** A connection that has ended, but whose deals were kept. */
export function connections({ now, salt, tenantIds, deals: perTeam }: LoadRun): Statement {
  return {
    text: `insert into crm_connection (tenant_id, id, provider, account_id, name, state, account,
        settings, access_kind, credentials_hint, credentials_at, created_at)
      select t.id, 'con_load', 'demo', 'con_load', 'CRM', 'ended', '{}', '{}', 'token', '', $3, $3
      from unnest($2::text[]) t (id) where $1 <> '' and $4 > 0`,
    values: [salt, tenantIds, now, perTeam],
  };
}

export function deals(run: LoadRun): Statement {
  return {
    text: `insert into crm_deal (tenant_id, id, connection_id, external_id, outcome, title, amount,
        currency, close_date, probability, pipeline_id, stage_id, industry_id, owner_user_id,
        last_activity_at, synced_at, created_at)
      select x.tenant_id, ${bulkId('deal', 'x.ms', 'x.no', 'x.n')}, 'con_load', 'L-' || x.n,
        ('{open,won,lost}'::text[])[1 + x.n % 3], 'Angebot ' || x.n, 1000 + x.n % 90000 + 0.50,
        'EUR', (${at} at time zone 'UTC')::date + 30, (x.n % 101)::smallint, 'neugeschaeft',
        'angebot', ${entryOf('industry')}, ${memberOf('usr', run)}, ${at}, ${at}, ${at}
      from ${rowsOf(run.deals, startOf(run.now), stepOf(run.deals))}`,
    values: [run.salt, run.tenantIds],
  };
}
