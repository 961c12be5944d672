import { expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { makeSession } from '../harness/app.ts';
import { makeTeam } from '../harness/team.ts';

const app = useApp();

test.each([
  ['en', 'Language of the invitation'],
  ['de', 'Sprache der Einladung'],
] as const)(
  'an invitation begins with the language of who invites: %s',
  async (language, label) => {
    const team = await makeTeam(app().api);
    await app().api.sql.query('update person set lang = $2 where id = $1', [
      team.owner.userId,
      language,
    ]);
    const visitor = await app().visit({ session: await makeSession(team, team.owner), language });
    await visitor.open('/members?invite=1');
    expect(await visitor.page.getByLabel(label).inputValue()).toBe(language);
  },
);
