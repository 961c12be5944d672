import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Families, ownFamilies } from '../../../src/db/table-families.ts';

export const NEXT_VERSION = '99.0.0';

/** The families of the tables of the invented release. */
export const nextFamilies: Families = {
  team: [...ownFamilies.team, 'note'],
  catalog: [...ownFamilies.catalog, 'season'],
  control: [...ownFamilies.control, 'vault'],
};

/** The changes of the invented release, by the file below `prisma`. */
const texts = {
  'migrations/20990101000000_next/migration.sql': `
    -- A new table of teams; a semicolon in a comment; and one in a text.
    create table note (
      tenant_id text collate "C" not null, id text collate "C" not null, member_id text collate "C" not null,
      body text not null default 'none; yet', primary key (tenant_id, id),
      constraint note_member foreign key (tenant_id, member_id) references member (tenant_id, id) on delete cascade);
    create index note_member on note (tenant_id, member_id);
    create table season (id text collate "C" primary key);
    insert into season values ('winter');
    create table vault (tenant_id text collate "C" primary key references tenant (id) on delete cascade);
    alter table member add column motto text not null default '', add column seen_at timestamptz;
    alter table member add constraint member_motto check (length(motto) < 200) not valid;
    alter table catalog_entry add column motto text;
    alter table evaluation drop column if exists never;
    alter table training alter column member_id drop not null;
    alter table training alter column member_id set not null;`,
  'migrations/20990101000001_index/migration.sql':
    'create index concurrently if not exists training_motto on training (tenant_id, member_id, created_at);',
  'migrations/20990101000002_checked/migration.sql':
    'alter table member validate constraint member_motto;',
  'functions/keep_motto.sql': `
    create or replace function keep_motto() returns trigger language plpgsql as $$
    begin new.motto := coalesce(nullif(new.motto, ''), 'onward;'); return new; end $$;
    create or replace trigger keep_motto before update of status on member for each row
      execute function keep_motto();`,
  'functions/has_api.sql': `
    create or replace function has_api(status text, plan text) returns boolean language sql immutable
      as $$ select status = 'active' and plan in ('team', 'enterprise', 'next') $$;`,
};

/** Makes a folder like `prisma`, as the next release would have it. */
export function nextRelease(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'team-api-next-'));
  cpSync('prisma', folder, { recursive: true });
  for (const [name, sql] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), sql);
  }
  return folder;
}
