-- Control: the fields of a CRM with their choices, which may be many. They were in the row of the connection, which
-- every list of deals read.
create table crm_fields (
  tenant_id text collate "C" not null,
  connection_id text collate "C" not null,
  fields jsonb not null,
  left_out jsonb,
  read_at timestamptz(3),
  primary key (tenant_id, connection_id),
  foreign key (tenant_id, connection_id) references crm_connection (tenant_id, id) on delete cascade
);

-- Without a time, the next synchronization reads them anew, and takes them out of the row of the connection. What is
-- far above the bounds of today waits for that.
insert into crm_fields (tenant_id, connection_id, fields)
select c.tenant_id, c.id, c.account #> '{reference,fields}'
from crm_connection c
where jsonb_typeof(c.account #> '{reference,fields}') = 'array'
  and length(c.account #>> '{reference,fields}') < 2000000;
