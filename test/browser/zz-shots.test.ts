import { test } from 'vitest';
import { mailedToken } from '../app/harness/mails.ts';
import { makePerson, makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';
import { useApp } from './harness/use-app.ts';

const app = useApp();
test('shots', async () => {
  const team = await makeTeam(app().api);
  const shoot = async (
    name: string,
    token: string,
    session?: Awaited<ReturnType<typeof makeSession>>,
  ) => {
    for (const width of [390, 1440])
      for (const theme of ['light', 'dark'] as const) {
        const v = await app().visit({ width, theme, ...(session ? { session } : {}) });
        await v.open(`/link#${token}`);
        await v.page.screenshot({ path: `/tmp/shots/${name}-${width}-${theme}.png` });
        await v.context.close();
      }
  };
  const person = await makePerson(team, { role: 'admin', email: 'anna.berger@example.com' });
  const session = await makeSession(team, person);
  await session.app.account.requestEmailChange.mutate({ email: 'anna.neu@example.com' });
  const token = await mailedToken(app().api, 'anna.neu@example.com');
  await shoot('confirm', token);
  await shoot('confirm-in', token, session);
  await session.app.account.confirmEmailChange.mutate({ token });
  await shoot('undo', await mailedToken(app().api, person.email));
}, 120_000);
