import type { RightOf, TeamWho } from '../../auth/rights.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../shared/language.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';
import { joinKnownName, knownName, presentName } from '../members/join-known-name.ts';
import type { FoundKind } from './search.schema.ts';

/** How many rows of each kind an answer has. */
const SHOWN = 6;
/** How many rows of each kind a search looks at. */
const PEOPLE = 20_000;
const TITLES = 5_000;
/** The name of a training is that of its situation, which must be looked up. */
const SITUATIONS = 2_000;

/** A kind of things that the palette finds, as parts of a statement about the table `x`. */
export type Searched = {
  needs: RightOf<TeamWho>;
  /** How its ids begin. */
  prefixes: readonly string[];
  /** The table, and what its name is read from. */
  from: string;
  where?: readonly string[];
  label: (language: Language) => string;
  /** Missing if it is found by its id alone. */
  searchedText?: (language: Language) => string;
  /** The member whose name says more, or a text that does. */
  member?: string;
  detail?: string;
  within?: string;
  /** The column of the id, if it is found by another one too. */
  otherId?: string;
  /** How many of the newest rows are looked at. */
  newest: number;
  /** When it was made, if no column `created_at` says it. */
  at?: string;
  /** It is called by its name, and its label is the address. `:names` are names of accounts. */
  isPerson?: true;
  /** `from` itself is bound to the team. */
  isBound?: true;
  /** It is hidden while the team hides single people. */
  isAboutPeople?: true;
  /** It is the person's own: `:me` in `from` or `where` is the member. */
  isOwn?: true;
  /** It is left out for those who have this right, because they find it among those of all. */
  insteadOf?: RightOf<TeamWho>;
};

const situation = `left join catalog_entry g on g.id = x.situation_id
      left join team_catalog_entry o on o.tenant_id = $1 and o.id = x.situation_id`;
const nameIn = (names: string) => (language: Language) =>
  `coalesce(${names} ->> '${language}', ${names} ->> '${DEFAULT_LANGUAGE}')`;
const situationName = nameIn('coalesce(o.names, g.names)');
const title = () => 'x.title';

const assignments = {
  prefixes: ['asg'],
  from: 'assignment x',
  label: title,
  searchedText: title,
} as const;
const trainings = {
  prefixes: ['trn'],
  label: situationName,
  searchedText: situationName,
  newest: SITUATIONS,
} as const;
const cases = {
  prefixes: ['cas'],
  from: 'team_case x',
  label: title,
  searchedText: title,
} as const;

export const searched: Record<FoundKind, Searched> = {
  person: {
    needs: 'see_members',
    prefixes: ['mem', 'usr'],
    from: 'member x',
    where: [`x.status <> 'removed'`],
    label: () => 'x.email',
    searchedText: () => `concat_ws(' ', x.sandbox_name, :names ->> x.user_id, x.email)`,
    isPerson: true,
    otherId: 'x.user_id',
    newest: PEOPLE,
    isAboutPeople: true,
  },
  key: {
    needs: 'see_api_keys',
    prefixes: ['key'],
    from: 'api_key x',
    label: () => 'x.name',
    searchedText: () => `x.name || ' svck_live_' || x.prefix`,
    detail: `'svck_live_' || x.prefix`,
    newest: TITLES,
  },
  endpoint: {
    needs: 'see_webhooks',
    prefixes: ['whe'],
    from: 'webhook_endpoint x',
    where: ['x.deleted_at is null'],
    label: () => 'x.url',
    searchedText: () => `concat_ws(' ', x.url, x.description)`,
    detail: 'x.description',
    newest: TITLES,
  },
  connection: {
    needs: 'see_crm_connections',
    prefixes: ['con'],
    from: 'crm_connection x',
    where: [`x.state <> 'removing'`],
    label: () => 'x.name',
    searchedText: () => `x.name || ' ' || x.provider`,
    newest: TITLES,
  },
  assignment: {
    ...assignments,
    needs: 'see_assignments',
    member: 'x.member_id',
    newest: TITLES,
    isAboutPeople: true,
  },
  training: {
    ...trainings,
    needs: 'see_trainings',
    // Those of former members are not shown (D130).
    from: `training x
      join member a on a.tenant_id = $1 and a.id = x.member_id and a.status = 'active' ${situation}`,
    member: 'x.member_id',
    isAboutPeople: true,
  },
  case: {
    ...cases,
    needs: 'see_cases',
    where: [`x.visibility = 'team'`],
    member: 'x.member_id',
    newest: TITLES,
    isAboutPeople: true,
  },
  deal: {
    needs: 'see_crm',
    prefixes: ['deal'],
    from: 'crm_deal x',
    label: title,
    searchedText: title,
    detail: 'x.external_id',
    newest: TITLES,
  },
  catalog_entry: {
    needs: 'arrange_catalog',
    prefixes: ['cat'],
    from: `(select e.id, e.dimension, e.names from catalog_entry e where e.archived_at is null
      union all select o.id, o.dimension, o.names from team_catalog_entry o
      where o.tenant_id = $1 and o.archived_at is null) x`,
    isBound: true,
    at: 'null::timestamptz',
    label: nameIn('x.names'),
    searchedText: nameIn('x.names'),
    within: 'x.dimension',
    newest: TITLES,
  },
  run: {
    needs: 'see_crm_connections',
    prefixes: ['run'],
    from: 'crm_sync_run x',
    label: () => 'null::text',
    within: 'x.connection_id',
    at: 'x.started_at',
    newest: TITLES,
  },
  own_assignment: {
    ...assignments,
    needs: 'see_own_work',
    // A member has few. Without `offset 0` PostgreSQL would walk through all of the team.
    from: `(select o.* from assignment o
      where o.tenant_id = $1 and o.member_id = :me and o.status <> 'revoked' offset 0) x`,
    isBound: true,
    newest: TITLES,
    isOwn: true,
    insteadOf: 'see_assignments',
  },
  own_training: {
    ...trainings,
    needs: 'see_own_work',
    from: `training x ${situation}`,
    where: ['x.member_id = :me'],
    isOwn: true,
    insteadOf: 'see_trainings',
  },
  own_case: {
    ...cases,
    needs: 'see_own_cases',
    where: [`x.visibility = 'private'`, 'x.member_id = :me'],
    newest: TITLES,
    isOwn: true,
  },
};

/**
 * `$2`: patterns that all must match; `$3`: what the best names begin with; `$4`: how many of the newest rows
 * are looked at; `$5`: the member, if it is one's own, or the names of accounts. If PostgreSQL knew the number, it would sort all rows
 * of the team.
 */
export function byText(source: Searched, language: Language): string {
  const order = 'strpos(lower(f.searched), lower($3::text)) = 1 desc, f.at desc, f.id desc';
  return `select f.id, f.label, f.within, ${detailOf(source)} from (
    select * from (${rowsOf(source, { language, me: '$5', names: '$5::jsonb' })}
      order by ${atOf(source)} desc, x.id desc limit $4::integer) f
    where lower(f.searched) like all (array(select lower(w) from unnest($2::text[]) w))
    order by ${order} limit ${SHOWN}
  ) f ${memberOf(source)} order by ${order}`;
}

/** `$2`: the ids; `$3`: the member, if it is one's own. */
export function byIds(source: Searched, language: Language): string {
  const of = (column: string) =>
    `select f.id, f.label, f.within, ${detailOf(source)}
     from (${rowsOf(source, { language, me: '$3', names: `'{}'::jsonb`, is: `${column} = any ($2::text[])` })}) f
     ${memberOf(source)}`;
  const { otherId } = source;
  return otherId ? `${of('x.id')} union ${of(otherId)}` : of('x.id');
}

const atOf = ({ at = 'x.created_at' }: Searched) => at;

type Asked = { language: Language; me: string; names: string; is?: string };

function rowsOf(source: Searched, { language, me, names, is }: Asked): string {
  const { from, label, searchedText = label, member, detail, within, isBound, isPerson } = source;
  const where = [
    isBound ? 'true' : 'x.tenant_id = $1',
    ...(source.where ?? []),
    ...(is ? [is] : []),
  ];
  const text = `select x.id, ${label(language)} as label, ${searchedText(language)} as searched,
      ${atOf(source)} as at, ${member ?? 'null::text'} as member_id,
      ${detail ?? 'null::text'} as more, ${within ?? 'null::text'} as within,
      ${isPerson ? presentName('x') : 'null::text as name, null::text as account_id'}
    from ${from} where ${where.join(' and ')}`;
  return text.replaceAll(':me', me).replaceAll(':names', names);
}

/** A member is called as the team knows them, and an erased one has no name (P420, P424). */
const detailOf = ({ member }: Searched) =>
  member
    ? `nullif(m.email, '${ERASED_EMAIL}') as detail, ${knownName}`
    : 'f.more as detail, f.name, f.account_id';

const memberOf = ({ member }: Searched) =>
  member ? `left join member m on m.tenant_id = $1 and m.id = f.member_id ${joinKnownName()}` : '';
