import type { Actor } from '../../auth/actor.ts';
import { dealShape } from './crm.schema.ts';
import type { FoundDeal } from './deals.schema.ts';
import type { Source } from './find-sources.ts';

type Named = 'url' | 'connection_name' | 'provider' | 'pipeline_name' | 'stage_name';
export type DealRow = Omit<FoundDeal, Named>;

const member = `from member m
  where m.tenant_id = $1 and m.user_id = d.owner_user_id and m.status = 'active'`;

/**
 * A condition on `crm_deal d`: no active member is the owner. PostgreSQL reads all members once, which is
 * fast for a list of many deals.
 */
export const withoutMember = `(d.owner_user_id is null or not exists (select 1 ${member}))`;

// The limit makes PostgreSQL look up the member for each row of a page.
const ofOwner = (column: 'external_id' | 'name') => `case when (
    select 1 ${member} limit 1) is null then (
    select o.${column} from crm_owner o
    where o.tenant_id = $1 and o.connection_id = d.connection_id and o.external_id = d.owner_id
      and not o.is_erased limit 1) end`;

/**
 * The shape of `crm_deal d` in the app: the public shape, and the owner in the CRM if the owner is no member.
 * While member detail is off, such an owner has only the id of the CRM, as on the page of the connection.
 */
export function dealRowShape(actor: Actor): string {
  const name = actor.privacy.shows('found_deal', 'owner_name') ? ofOwner('name') : 'null::text';
  return `${dealShape(actor)}, d.connection_id, ${ofOwner('external_id')} as owner_id,
    ${name} as owner_name`;
}

/** Adds the names of the connection, the pipeline and the stage of a deal. */
export function withNames(deal: DealRow, sources: ReadonlyMap<string, Source>): FoundDeal {
  const source = sources.get(deal.connection_id);
  const { external_id, pipeline_id, stage_id } = deal;
  return {
    ...deal,
    connection_name: source?.name ?? null,
    provider: source?.provider ?? null,
    url: source?.dealUrl(external_id) ?? null,
    pipeline_name: source?.pipelineName(pipeline_id) ?? null,
    stage_name: source?.stageName(pipeline_id, stage_id) ?? null,
  };
}
