import type pg from 'pg';

const ownFunctions = `from pg_proc p where p.pronamespace = current_schema()::regnamespace
  and obj_description(p.oid, 'pg_proc') like 'Team API %'`;
const ownTriggers = `from pg_trigger t join pg_dist_partition d on d.logicalrelid = t.tgrelid
  where not t.tgisinternal and d.partmethod = 'h'`;

/**
 * Finds the functions and triggers of a node that differ from those of the coordinator. A migration replaces
 * all of them in one transaction. A node that was restored by itself, or changed by hand, may have others.
 */
export async function differingTexts(client: pg.ClientBase): Promise<string[]> {
  const { rows: functions } = await client.query<{ node: string; names: string }>(
    `select n.nodename || ':' || n.nodeport as node, r.result as names
     from run_command_on_workers((
       select format($$select coalesce(string_agg(w.name, ', ' order by w.name), '')
         from json_each_text(%L) w (name, hash)
         where not exists (select from pg_proc p where p.pronamespace = current_schema()::regnamespace
           and p.proname = w.name and md5(pg_get_functiondef(p.oid)) = w.hash)$$,
         json_object_agg(p.proname, md5(pg_get_functiondef(p.oid)))) ${ownFunctions})) r
     join pg_dist_node n on n.nodename = r.nodename and n.nodeport = r.nodeport
     where r.result <> ''`,
  );
  const { rows: triggers } = await client.query<{ node: string; names: string }>(
    `select distinct r.nodename || ':' || r.nodeport as node, t.tgname as names
     from (select t.tgrelid, t.tgname, pg_get_triggerdef(t.oid) as text ${ownTriggers}) t
     cross join lateral run_command_on_placements(t.tgrelid,
       format($$select count(*) from pg_trigger g where g.tgrelid = '%%s'::regclass
         and g.tgname like %L and g.tgenabled = 'O'$$, t.tgname || '%%')) r
     where r.result <> '1' order by 1, 2`,
  );
  return [
    ...functions.map(
      ({ node, names }) => `${node} has other functions than the coordinator: ${names}`,
    ),
    ...triggers.map(
      ({ node, names }) => `${node} lacks the trigger ${names} on a part of its table`,
    ),
  ].map((fault) => `${fault}; run its file of prisma/functions on the coordinator again`);
}
