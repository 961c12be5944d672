import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import { Browser, makeSession } from '../harness/app.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { useApi } from '../harness/use-api.ts';

const addresses = ['203.0.113.7', '2001:db8:7::/48'];
const app = useApp({ env: { EGRESS_ADDRESSES: addresses.join(',') } });
const without = useApi();

let team: TestTeam;
beforeAll(async () => {
  team = await makeTeam(app().api);
});

describe('EGRESS_ADDRESSES: customers see from where our requests come', () => {
  test.each([
    ['de', 'Unsere Anfragen kommen von diesen Adressen'],
    ['en', 'Our requests come from these addresses'],
  ] as const)('on the pages of endpoints and of CRM connections (%s)', async (language, words) => {
    const { userId } = team.owner;
    await app().api.sql.query('update person set lang = $2 where id = $1', [userId, language]);
    const owner = await app().visit({ language, session: await makeSession(team, team.owner) });
    for (const page of ['/webhooks', '/crm']) {
      await owner.open(page);
      const line = owner.page.getByText(words);
      await line.waitFor();
      for (const address of addresses) expect(await line.textContent()).toContain(address);
      expect(await owner.violations()).toEqual([]);
    }
  });

  test('in both guides, as pages and as Markdown', async () => {
    for (const guide of ['webhooks', 'crm']) {
      for (const language of ['de', 'en']) {
        for (const end of ['', '.md']) {
          const read = async (origin: string) =>
            (await fetch(`${origin}/docs/${language}/guides/${guide}${end}`)).text();
          const words = language === 'de' ? 'kommen von' : 'come from';
          expect(await read(app().origin)).toContain(`${words} ${addresses.join(', ')}.`);
          const general = await read(`http://127.0.0.1:${without().port}`);
          expect(general).toContain(
            language === 'de'
              ? 'kommen von Adressen, die Ihnen der Betreiber des Dienstes nennt.'
              : 'come from addresses that the operator of the service can tell you.',
          );
        }
      }
    }
  });

  test('nowhere, if the operator names none', async () => {
    const plain = await makeTeam(without());
    const browser = await makeSession(plain, plain.owner);
    expect(browser).toBeInstanceOf(Browser);
    expect((await browser.app.crm.providers.query({})).egress_addresses).toEqual([]);
    expect((await browser.app.webhooks.endpointHealth.query({})).egress_addresses).toEqual([]);
  });
});
