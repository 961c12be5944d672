-- Since when a worker has been sending the mail. Other workers leave the mail to it.
alter table mail add column claimed_at timestamptz(3);
