import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { codeOf } from '../../shared/errors/system-error-code.ts';
import { isNewer } from '../../shared/process/own-release.ts';
import { runText } from './migration-error.ts';
import { checksumOf } from './migrations.ts';

type Kind = 'function' | 'view';
type Named = { kind: Kind; name: string };

/** A function with its triggers, or a view. The file with its name contains its whole text. */
export type SchemaText = Named & { sql: string; checksum: string };

/** A function or view in the database, and the release that made it. */
type Kept = Named & { identity: string; release: string; checksum: string };

/** The work that gives the database the texts of this release. */
export type Renewal = {
  /** Texts that differ from those in the database. */
  changed: SchemaText[];
  /** All texts that this release keeps up to date. */
  own: SchemaText[];
  /** Functions and views that are in the database and have no file in this release. */
  gone: Kept[];
  views: Kept[];
  /** The newest release that has made a text. */
  former: string;
  changesViews: boolean;
  isNeeded: boolean;
};

/** The comment of a function or view contains the release that made it and the checksum of its text. */
const LABEL = 'Team API';

export async function readTexts(folder: string): Promise<SchemaText[]> {
  return [
    ...(await readKind('function', path.join(folder, 'functions'))),
    ...(await readKind('view', path.join(folder, 'views'))),
  ];
}

async function readKind(kind: Kind, folder: string): Promise<SchemaText[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return Promise.all(
    files.sort().map(async (file) => {
      const bytes = await readFile(path.join(folder, file));
      const name = path.basename(file, '.sql');
      return { kind, name, sql: bytes.toString(), checksum: checksumOf(bytes) };
    }),
  );
}

/** Finds what to renew. Texts of a newer release stay, because this release may be about to be replaced. */
export async function planRenewal(
  client: pg.Client,
  texts: SchemaText[],
  release: string,
): Promise<Renewal> {
  const kept = await keptTexts(client);
  const keptText = (one: Named) =>
    kept.find(({ kind, name }) => kind === one.kind && name === one.name);
  const ours = kept.filter((one) => !isNewer(one.release, release));
  const own = texts.filter((text) => !isNewer(keptText(text)?.release ?? release, release));
  const changed = own.filter((text) => keptText(text)?.checksum !== text.checksum);
  const gone = ours.filter(
    (one) => !texts.some(({ kind, name }) => kind === one.kind && name === one.name),
  );
  const isNeeded =
    changed.length + gone.length > 0 || own.some((text) => keptText(text)?.release !== release);
  const isView = ({ kind }: Named) => kind === 'view';
  const changesViews = [...changed, ...gone].some(isView);
  const former = kept.reduce(
    (newest, { release: one }) => (isNewer(one, newest) ? one : newest),
    '0.0.0',
  );
  return { former, changed, own, gone, views: ours.filter(isView), changesViews, isNeeded };
}

async function keptTexts(client: pg.Client): Promise<Kept[]> {
  const { rows } = await client.query<Kept>(
    `select o.kind, o.name, o.identity, split_part(o.label, ' ', 3) as release,
       split_part(o.label, ' ', 4) as checksum
     from (
       select 'function' as kind, p.proname as name, p.oid::regprocedure::text as identity,
         obj_description(p.oid, 'pg_proc') as label
       from pg_proc p where p.pronamespace = current_schema()::regnamespace
       union all
       select 'view', c.relname, c.oid::regclass::text, obj_description(c.oid, 'pg_class')
       from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'v'
     ) o where o.label like '${LABEL} %'`,
  );
  return rows;
}

/** Drops the views, because a table cannot be migrated while a view uses it. */
export async function dropViews(client: pg.Client, { views }: Renewal): Promise<void> {
  const names = views.map(({ identity }) => identity).join(', ');
  if (names) await client.query(`drop view ${names}`);
}

export async function renewTexts(
  client: pg.Client,
  { changed, own, gone }: Renewal,
  { release, viewsDropped }: { release: string; viewsDropped: boolean },
): Promise<void> {
  // Views and functions may name each other, and the queue may make its tables later.
  await client.query('set local check_function_bodies = off');
  for (const { kind, identity } of gone) {
    if (kind === 'function') await dropFunction(client, identity);
  }
  for (const text of own) {
    const { kind, name, sql, checksum } = text;
    const file = `prisma/${kind}s/${name}.sql`;
    if (changed.includes(text) || (kind === 'view' && viewsDropped)) {
      await runText(client, file, sql);
    }
    // This fails if two functions have the same name: a function with a changed signature needs a
    // new name.
    const label = `${LABEL} ${release} ${checksum}`;
    await runText(client, file, `comment on ${kind} ${name} is '${label}'`);
  }
}

/** Drops the function with the triggers of its file. The drop fails if anything else uses the function. */
async function dropFunction(client: pg.Client, identity: string): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass) as text
     from pg_trigger t where t.tgfoid = $1::regprocedure and not t.tgisinternal`,
    [identity],
  );
  for (const { text } of rows) await client.query(text);
  await client.query(`drop function ${identity}`);
}
