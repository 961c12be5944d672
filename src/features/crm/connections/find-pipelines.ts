import type { TeamDb } from '../../../db/team-db.ts';

type Named = { connection_id: string; id: string; name: string };

/** The pipelines of connections, in the order of the CRM. */
export function findPipelines(db: TeamDb, connectionIds: readonly string[]): Promise<Named[]> {
  return db.rows<Named>(
    `select c.id as connection_id, p.id, p.name
     from crm_connection c
     cross join lateral rows from (
       jsonb_to_recordset(c.account #> '{reference,pipelines}') as (id text, name text)
     ) with ordinality as p (id, name, place)
     where c.tenant_id = $1 and c.id = any ($2::text[]) order by c.id, p.place`,
    [connectionIds],
  );
}

/** Where a deal is in the CRM. */
export type Place = { connection_id: string; pipeline_id: string | null; stage_id: string | null };

export type StageName = {
  connection_id: string;
  pipeline_id: string;
  pipeline_name: string;
  /** Null if none of the asked stages is in the pipeline. */
  stage_id: string | null;
  stage_name: string | null;
};

/** The names of the pipelines and stages of some deals. PostgreSQL finds them among all that the accounts have. */
export async function findStageNames(db: TeamDb, places: readonly Place[]): Promise<StageName[]> {
  const named = places.filter((one) => one.pipeline_id !== null || one.stage_id !== null);
  if (named.length === 0) return [];
  const valuesOf = (field: keyof Place) => [...new Set(named.flatMap((one) => one[field] ?? []))];
  return db.rows<StageName>(
    `select c.id as connection_id, p.id as pipeline_id, p.name as pipeline_name,
       s.id as stage_id, s.name as stage_name
     from crm_connection c
     cross join lateral jsonb_to_recordset(c.account #> '{reference,pipelines}')
       as p (id text, name text, stages jsonb)
     left join lateral jsonb_to_recordset(p.stages) as s (id text, name text)
       on s.id = any ($4::text[])
     where c.tenant_id = $1 and c.id = any ($2::text[])
       and case when $5::boolean then true else p.id = any ($3::text[]) end`,
    [
      valuesOf('connection_id'),
      valuesOf('pipeline_id'),
      valuesOf('stage_id'),
      // The stage of a deal that names no pipeline may be in any of them.
      named.some(({ pipeline_id }) => pipeline_id === null),
    ],
  );
}
