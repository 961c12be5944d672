import { beforeAll, describe, expect, test } from 'vitest';
import { rights } from '../../src/auth/rights.ts';
import { type Browser, makeSession } from '../harness/app.ts';
import { procedures } from '../harness/app-answers.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const api = useApi();

const teamWords = ['member', 'admin', 'interfaces', 'owner'];
const ofTeam = procedures.filter(({ meta }) => teamWords.includes(rights[meta.permission.app].who));

async function codeFor(browser: Browser, { name, type }: (typeof procedures)[number]) {
  // The input is empty: the state of the team is checked before the input.
  const answer = await browser.call(name, type, {});
  return (answer as { error?: { data: { code: string } } }).error?.data.code ?? 'ok';
}

/** Who of a suspended team may read: docs/app.md. */
describe.each(['suspended', 'ended'] as const)('of a team that is %s', (status) => {
  let team: TestTeam;
  const browsers: Record<string, Browser> = {};

  beforeAll(async () => {
    team = await makeTeam(api());
    const admin = await team.addMember({ role: 'admin', canManageKeys: true });
    browsers.owner = await makeSession(team, team.owner);
    browsers.admin = await makeSession(team, admin);
    browsers.member = await makeSession(team, await team.addMember());
    await team.set({ status });
  });

  test.each(Object.keys({ owner: 1, admin: 1, member: 1 }))(
    'the %s reads and changes what the state of the team allows, and no more',
    async (role) => {
      const browser = browsers[role] as Browser;
      for (const procedure of ofTeam) {
        const { who } = rights[procedure.meta.permission.app];
        const mayAtAll =
          role === 'owner' || who === 'member' || (role === 'admin' && who !== 'owner');
        const code = await codeFor(browser, procedure);
        const outcome = `${procedure.name} as ${role}: ${code}`;
        if (status === 'ended') expect(outcome).toMatch(/team_ended$/);
        else if (!mayAtAll) expect(outcome).toMatch(/forbidden$/);
        else if (procedure.type === 'mutation' || role === 'member') {
          expect(outcome).toMatch(/team_suspended$/);
        } else expect(outcome).not.toMatch(/team_suspended|team_ended|forbidden/);
      }
    },
  );

  test('an export is refused too, to everybody who may not read the list', async () => {
    for (const [role, browser] of Object.entries(browsers)) {
      const answer = await fetch(`http://127.0.0.1:${api().port}/app/export/audit-log.csv`, {
        headers: { cookie: `__Host-sid=${browser.session}`, 'sec-fetch-site': 'same-origin' },
      });
      const text = await answer.text();
      const expected =
        status === 'ended' ? 'team_ended' : role === 'member' ? 'forbidden' : 'Zeit|team_suspended';
      expect(`${role}: ${text}`).toMatch(new RegExp(expected));
    }
  });
});
