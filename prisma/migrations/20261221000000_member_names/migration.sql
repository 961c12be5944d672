-- By which names and addresses a team has known a member until when. The present ones stand with the
-- account and the member; nothing is added for a former member but the name of the day of the removal.
create table member_name (
  tenant_id text collate "C" not null,
  member_id text collate "C" not null,
  kind text collate "C" not null check (kind in ('name', 'email')),
  value text collate "C" not null,
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  primary key (tenant_id, member_id, kind, until, value)
);

-- What version 0.4.0 has left of accounts that are gone. The column of addresses stays where it is: some
-- of them are later than the membership, so that nobody may be shown them.
insert into member_name (tenant_id, member_id, kind, value, since, until)
select m.tenant_id, m.id, 'name', m.former_name, coalesce(m.joined_at, m.created_at), m.removed_at
from member m where m.former_name is not null and m.removed_at is not null
on conflict do nothing;

-- The addresses that members have changed in the last year, by their security logs.
insert into member_name (tenant_id, member_id, kind, value, since, until)
select m.tenant_id, m.id, 'email', l.details ->> 'old_email',
  coalesce(lag(l.created_at) over (partition by m.tenant_id, m.id order by l.created_at, l.id), m.joined_at),
  l.created_at
from security_log l
join person_team t on t.person_id = l.person_id
join member m on m.tenant_id = t.tenant_id and m.user_id = l.person_id
where l.kind = 'email_changed' and l.details ->> 'old_email' is not null
  and m.joined_at <= l.created_at and coalesce(m.removed_at >= l.created_at, true)
  and m.email <> 'erased@erased.invalid'
on conflict do nothing;

-- Last, because it locks the members.
alter table member_name add foreign key (tenant_id, member_id) references member (tenant_id, id)
  on delete cascade;
