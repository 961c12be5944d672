-- Control: when the service was told to send nothing (OUTGOING=off). One pause at most is open.
create table outgoing_pause (
  started_at timestamptz(3) primary key,
  ended_at timestamptz(3) check (ended_at >= started_at)
);
create unique index outgoing_pause_open on outgoing_pause (ended_at) nulls not distinct;
