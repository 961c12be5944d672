import { expect, test } from 'vitest';
import { newId } from '../../src/db/ids.ts';
import { createLogger } from '../../src/shared/process/log.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/time/durations.ts';
import { retention } from '../../src/worker/housekeeping/retention.ts';
import { runHousekeeping } from '../../src/worker/housekeeping/start-housekeeping.ts';
import { makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

test('sessions, links, failed sign-ins and counts of a day are deleted when they have expired, and not before', async () => {
  const team = await makeTeam(api());
  await makeSession(team, team.owner, {
    expiresAt: new Date(api().clock.now().getTime() + DAY_MS),
  });
  const values = [team.owner.userId, api().clock.now()];
  await api().sql.query(
    `insert into one_time_link (id, token_hash, purpose, person_id, email, created_at, expires_at)
     values ('lnk_1', sha256('1'), 'first_sign_in', $1, 'a@example.com', $2, $2)`,
    values,
  );
  await api().sql.query(
    `insert into sign_in_challenge (id, challenge, person_id, purpose, browser_hash, expires_at)
     values ('1', sha256('1'), $1, 'sign_in', sha256('2'), $2::timestamptz + interval '1 day')`,
    values,
  );
  await api().sql.query(
    `insert into sign_in_throttle values ('address:1', $1, 1), ('reset_day:1', $1, 1)`,
    [values[1]],
  );
  const left = async () => {
    await runHousekeeping(
      { pool: api().sql, clock: api().clock, log: createLogger('silent'), links },
      { rules: retention() },
    );
    const tables = ['session', 'sign_in_challenge', 'sign_in_throttle', 'one_time_link'];
    const counts = tables.map((table) => api().sql.query(`select from ${table}`));
    return (await Promise.all(counts)).map(({ rowCount }) => rowCount);
  };
  api().clock.travel(HOUR_MS);
  expect(await left()).toEqual([1, 1, 2, 1]);
  api().clock.travel(1);
  expect(await left()).toEqual([1, 1, 1, 1]);
  api().clock.travel(DAY_MS);
  expect(await left()).toEqual([0, 0, 0, 1]);
  api().clock.travel(29 * DAY_MS);
  expect(await left()).toEqual([0, 0, 0, 0]);
});

test('the security log and a known device are kept for a year', async () => {
  const team = await makeTeam(api());
  const from = api().clock.now();
  const id = newId('sec', from);
  const values = [team.owner.userId, from];
  await api().sql.query(
    `insert into security_log (id, person_id, kind, created_at) values ($3, $1, 'signed_in', $2)`,
    [...values, id],
  );
  await api().sql.query(
    `insert into known_device (person_id, token_hash, created_at, last_used_at)
     values ($1, sha256('1'), $2, $2)`,
    values,
  );
  const left = async () => {
    await runHousekeeping({
      pool: api().sql,
      clock: api().clock,
      log: createLogger('silent'),
      links,
    });
    const { rows } = await api().sql.query(
      `select 'log' as kept from security_log where person_id = $1
       union all select 'device' from known_device where person_id = $1`,
      [team.owner.userId],
    );
    return rows.map(({ kept }) => kept);
  };
  api().clock.travel(365 * DAY_MS);
  expect(await left()).toEqual(['log', 'device']);
  api().clock.travel(1);
  expect(await left()).toEqual([]);
});

test('a mail keeps the token of a valid link, and loses that of a used, expired or deleted link', async () => {
  const { tenantId } = await makeTeam(api());
  const now = api().clock.now();
  await api().sql.query(
    `insert into one_time_link (id, token_hash, purpose, tenant_id, email, created_at, used_at, expires_at)
     select 'lnk_' || name, sha256(name::bytea), 'invitation', $1, 'a@example.com', $2,
       case name when 'used' then $2::timestamptz end,
       $2::timestamptz + case name when 'over' then interval '0' else interval '1 h' end
     from unnest('{valid,used,over}'::text[]) as l (name)`,
    [tenantId, now],
  );
  await api().sql.query(
    `insert into mail (id, tenant_id, cause, recipient, lang, subject, body, link_id, sealed_link,
       created_at)
     select name, $1, name, 'a@example.com', 'en', 's', 'b', 'lnk_' || name, 'sealed', $2
     from unnest('{valid,used,over,gone}'::text[]) as m (name)`,
    [tenantId, now],
  );
  await runHousekeeping({
    pool: api().sql,
    clock: api().clock,
    log: createLogger('silent'),
    links,
  });
  const { rows } = await api().sql.query(
    'select id from mail where tenant_id = $1 and sealed_link is not null',
    [tenantId],
  );
  expect(rows).toEqual([{ id: 'valid' }]);
});
