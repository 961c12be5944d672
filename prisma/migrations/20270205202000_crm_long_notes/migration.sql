-- Team data: the notes of which a page of the CRM has only the beginning. Each text is read once for each version of
-- the note, after the pages, a bounded number in a run (P835).
create table crm_long_note (
  tenant_id text collate "C" not null,
  connection_id text collate "C" not null,
  note_id text collate "C" not null,
  changed_at timestamptz(3) not null,
  deal_ids text[] collate "C" not null,
  read_at timestamptz(3),
  tries integer not null default 0,
  pass integer not null default 0,
  primary key (tenant_id, connection_id, note_id)
);
create index crm_long_note_read on crm_long_note (tenant_id, connection_id, read_at);
select distribute_table('crm_long_note', 'team');
