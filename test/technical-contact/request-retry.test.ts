import { expect, test } from 'vitest';
import { mailTasks } from '../../src/worker/mail/mail-tasks.ts';
import { makeSession } from '../harness/app.ts';
import { links } from '../harness/mailed-links.ts';
import { makeTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';
import { mailedToken } from '../mail/harness/mails.ts';

const api = useApi();

test('a request that failed again and again is still written: only written mails count for the limit of its address', async () => {
  const { sql, clock } = api();
  const team = await makeTeam(api());
  const { app } = await makeSession(team, team.owner);
  const email = 'retried@agency.example';
  const { version } = await app.technicalContact.get.query({});
  await app.technicalContact.set.mutate({ version, email, lang: 'de' });
  const stored = 'select id, asked_at from technical_contact where tenant_id = $1';
  const [{ id, asked_at }] = (await sql.query(stored, [team.tenantId])).rows;
  // The link cannot be encrypted with this key.
  const key = null as never;
  const tasks = mailTasks({ pool: sql, clock, mailer: null, links: { ...links, key } });
  const job = { tenant: team.tenantId, contact: id, at: asked_at.toISOString() };
  for (let n = 0; n < 6; n += 1) await expect(tasks['mail.contact']?.(job)).rejects.toThrow();
  expect(await mailedToken(api(), email)).toMatch(/./);
});
