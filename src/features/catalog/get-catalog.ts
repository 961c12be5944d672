import { isOneOf } from '../../auth/rights.ts';
import type { RequestCall } from '../../operation/call.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { JsonText } from '../../shared/json/json-text.ts';
import { DEFAULT_LANGUAGE } from '../../shared/language/language.ts';
import type { Catalog } from './catalog.schema.ts';
import { catalogDimensions } from './catalog-dimensions.ts';
import { catalogRules, effectivePolicy, joinedMember, visibleCatalog } from './team-catalog.ts';

const entriesOf = (dimension: string) =>
  `coalesce(json_agg((select row_to_json(s) from (
       select v.id, coalesce(v.names ->> $2, v.names ->> '${DEFAULT_LANGUAGE}') as name, v.icon) s)
     order by v.sort_key, v.id) filter (where v.dimension = '${dimension}'), '[]') as ${dimension}`;

const lists = catalogDimensions.map(entriesOf).join(', ');

const allowed = (member: string) => `${visibleCatalog} v
       left join ${effectivePolicy(member)} e on e.dimension = v.dimension
       where e.mode is null or (e.mode = 'allow') = (v.id = any (e.entry_ids))`;

const ofTeam = `select row_to_json(c)::text as json from (
       select ${lists}
       from ${allowed('null')}
     ) c`;

/**
 * SQL that is true for a rule whose entry of this dimension is offered, and for a rule that names no entry of
 * it.
 */
const isAboutOffered = (dimension: string) => `(r.${dimension}_id is null or exists (
         select from offered o where o.id = r.${dimension}_id and o.dimension = '${dimension}'))`;

/** A rule about an entry that is not offered excludes nothing. */
const ofMember = `with offered as materialized (select v.* from ${allowed(joinedMember('$3'))}),
     rules as (
       select distinct r.situation_id, r.personality_id, r.industry_id from ${catalogRules} r
       where ${['situation', 'personality', 'industry'].map(isAboutOffered).join(' and ')})
     select row_to_json(c)::text as json
     from (select m.id from member m where m.tenant_id = $1 and m.id = $3 and m.status <> 'removed') m
     cross join lateral (
       select l.*, (
         select coalesce(json_agg(r order by r.situation_id, r.personality_id, r.industry_id), '[]')
         from rules r) as rules
       from (select ${lists} from offered v) l
     ) c`;

/**
 * The entries that the team sees and its policy allows, in the caller's language or German (D137). For a recipient, the
 * policy is that of POST /assignments (D126), and the rules say which of the entries do not go together (P557).
 */
export async function getCatalog(
  call: RequestCall,
  memberId: string | undefined,
): Promise<JsonText<Catalog>> {
  const { db, language } = call;
  if (memberId !== undefined) requireOversight(call, memberId);
  const row =
    memberId === undefined
      ? await db.row<{ json: string }>(ofTeam, [language])
      : await db.row<{ json: string }>(ofMember, [language, memberId]);
  if (row) return new JsonText(row.json);
  if (memberId === undefined) throw new Error('The catalog was not read');
  throw new ApiError('not_found', { because: 'no_such_member' });
}

/** In the app every member sees the catalog, but only admins see what is allowed to others. */
function requireOversight({ actor }: RequestCall, memberId: string): void {
  if (actor.kind !== 'user' || actor.memberId === memberId || isOneOf(actor, 'admin')) return;
  throw new ApiError('not_found', { because: 'no_such_member' });
}
