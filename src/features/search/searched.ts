import type { RightOf, TeamWho } from '../../auth/rights.ts';
import { DEFAULT_LANGUAGE, type Language } from '../../shared/language/language.ts';
import { ERASED_EMAIL } from '../erasure/replace-names.ts';
import { joinLastName, lastName, presentName } from '../members/join-last-name.ts';
import type { FoundKind } from './search.schema.ts';

/** How many rows of each kind an answer has. */
const SHOWN = 6;
/** How many rows of each kind a search looks at. */
const PEOPLE = 20_000;
const TITLES = 5_000;
/**
 * A training is named after its situation, which must be looked up. So a search looks at fewer trainings.
 */
const SITUATIONS = 2_000;

/**
 * A kind of things that the command palette finds. The texts are parts of a statement about the table `x`.
 */
export type Searched = {
  needs: RightOf<TeamWho>;
  /** The beginnings of the ids. */
  prefixes: readonly string[];
  /** The table, joined with the tables that have the name. */
  from: string;
  where?: readonly string[];
  label: (language: Language) => string;
  /** The text that is searched. If it is missing, the label is searched. */
  searchedText?: (language: Language) => string;
  /** The column of the member whose name is shown beside the label. */
  member?: string;
  /** A text that is shown beside the label, for a kind without a member. */
  detail?: string;
  within?: string;
  /** What decides what a person can do with the thing. */
  state?: string;
  /** A second column with an id by which a thing is found. */
  otherId?: string;
  /** How many of the newest rows are looked at. */
  newest: number;
  /** The time of the row, if the table has no column `created_at`. */
  at?: string;
  /**
   * True for a person, who is shown by name, with the address as the label. `:names` stands for the names of
   * accounts.
   */
  isPerson?: true;
  /**
   * True if the thing is found by a word of its own beside the name of its member, who is `a` in `from`. `:names` stands
   * for the names of accounts.
   */
  isNamed?: true;
  /** True if `from` itself is bound to the team. */
  isBound?: true;
  /** True if the kind is hidden while the team hides single people. */
  isAboutPeople?: true;
  /** True for a kind of the person's own things. `:me` in `from` or `where` stands for the member. */
  isOwn?: true;
  /** True if the state depends on the time. `:now` in `state` stands for it. */
  isTimed?: true;
  /** People with this right do not get the kind, because they find its things among those of all members. */
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
    state: `case when coalesce(x.revoked_at, x.rotated_at) is null and coalesce(x.expires_at > :now, true)
      then 'active' else 'ended' end`,
    isTimed: true,
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
    state: 'x.status',
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
    // Trainings of former members are not shown (D130).
    from: `training x
      join member a on a.tenant_id = $1 and a.id = x.member_id and a.status = 'active' ${situation}`,
    searchedText: (language) =>
      `concat_ws(' ', ${situationName(language)}, a.sandbox_name, :names ->> a.user_id)`,
    isNamed: true,
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
  delivery: {
    needs: 'see_webhooks',
    prefixes: ['whd'],
    from: `webhook_delivery x
      join webhook_endpoint e on e.tenant_id = $1 and e.id = x.endpoint_id and e.deleted_at is null
      left join webhook_event v on v.tenant_id = $1 and v.id = x.event_id`,
    label: () => 'x.event_type',
    detail: 'e.url',
    within: 'v.request_id::text',
    newest: TITLES,
  },
  event: {
    needs: 'see_webhooks',
    prefixes: ['evt'],
    from: 'webhook_event x',
    label: () => 'x.type',
    within: 'x.request_id::text',
    newest: TITLES,
  },
  own_assignment: {
    ...assignments,
    needs: 'see_own_work',
    // A member has few assignments. Without `offset 0` PostgreSQL would walk through all assignments of the
    // team.
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
 * The statement that searches by text. `$2`: the patterns, which must all match; `$3`: the beginning of the
 * best names; `$4`: how many of the newest rows the search looks at; `$5`: the member for own things, the time, or the
 * names of accounts. `$4` is a parameter, because PostgreSQL would sort all rows of the team if it knew the
 * number.
 */
export function byText(source: Searched, language: Language): string {
  const order = 'strpos(lower(f.searched), lower($3::text)) = 1 desc, f.at desc, f.id desc';
  return `select f.id, f.label, f.within, f.state, ${detailOf(source)} from (
    select * from (${rowsOf(source, { language, own: '$5', names: '$5::jsonb' })}
      order by ${atOf(source)} desc, x.id desc limit $4::integer) f
    where lower(f.searched) like all (array(select lower(w) from unnest($2::text[]) w))
    order by ${order} limit ${SHOWN}
  ) f ${memberOf(source)} order by ${order}`;
}

/** The statement that searches by ids. `$2`: the ids; `$3`: the member for own things, or the time. */
export function byIds(source: Searched, language: Language): string {
  const statement = (column: string) =>
    `select f.id, f.label, f.within, f.state, ${detailOf(source)}
     from (${rowsOf(source, { language, own: '$3', names: `'{}'::jsonb`, is: `${column} = any ($2::text[])` })}) f
     ${memberOf(source)}`;
  const { otherId } = source;
  return otherId ? `${statement('x.id')} union ${statement(otherId)}` : statement('x.id');
}

const atOf = ({ at = 'x.created_at' }: Searched) => at;

type SearchInput = { language: Language; own: string; names: string; is?: string };

function rowsOf(source: Searched, { language, own, names, is }: SearchInput): string {
  const { from, label, searchedText = label, member, detail, within, state, isBound } = source;
  const { isPerson } = source;
  const where = [
    isBound ? 'true' : 'x.tenant_id = $1',
    ...(source.where ?? []),
    ...(is ? [is] : []),
  ];
  const text = `select x.id, ${label(language)} as label, ${searchedText(language)} as searched,
      ${atOf(source)} as at, ${member ?? 'null::text'} as member_id,
      ${detail ?? 'null::text'} as more, ${within ?? 'null::text'} as within,
      ${state ?? 'null::text'} as state,
      ${isPerson ? presentName('x') : 'null::text as name, null::text as account_id'}
    from ${from} where ${where.join(' and ')}`;
  return text
    .replaceAll(':me', own)
    .replaceAll(':now', `${own}::timestamptz`)
    .replaceAll(':names', names);
}

/** A member has the name by which the team knows the person. An erased member has none. */
const detailOf = ({ member }: Searched) =>
  member
    ? `nullif(m.email, '${ERASED_EMAIL}') as detail, ${lastName}`
    : 'f.more as detail, f.name, f.account_id';

const memberOf = ({ member }: Searched) =>
  member ? `left join member m on m.tenant_id = $1 and m.id = f.member_id ${joinLastName()}` : '';
