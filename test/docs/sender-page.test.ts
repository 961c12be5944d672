import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useApp } from '../browser/harness/use-app.ts';
import type { VisitorOptions } from '../browser/harness/visitor.ts';
import { makeTeam, type TestTeam } from '../harness/team.ts';
import { holdBack, openDocs } from './harness/pages.ts';

const app = useApp();

describe('a request sent from a page of the reference', () => {
  let team: TestTeam;
  let ownPath: (template: string) => string;

  beforeAll(async () => {
    team = await makeTeam(app().api);
    ownPath = (template) => `${app().origin}/api/public/v1${template}`;
  });

  /** Opens a page of the reference, and records every request of the browser. */
  async function visitReference(options: VisitorOptions, at: string) {
    const visitor = await app().visit({ expects: /401|404|422|ERR_/, ...options });
    const requests: Request[] = [];
    visitor.context.on('request', (request) => requests.push(request));
    await openDocs(visitor, at);
    const { page } = visitor;
    await page.locator('.sender > summary').click();
    await page.locator('[data-send]:enabled').waitFor();
    return { visitor, page, requests };
  }

  const field = (page: Page, name: string) =>
    page.locator('.sender').getByLabel(name, { exact: true });

  const withKey = (requests: Request[]) =>
    requests.filter((request) => JSON.stringify(request.headers()).includes('svck_'));

  test('reads with a key that stays in the tab, and forgets the key when asked to', async () => {
    const { visitor, page, requests } = await visitReference(
      { language: 'en' },
      'en/reference/list-members',
    );
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const forget = page.getByRole('button', { name: 'Forget the key' });
    await send.click();
    // The sentence stands directly below the field that it is about.
    await page.locator('[name="key"] ~ [role="alert"]', { hasText: 'Paste an API key.' }).waitFor();
    expect(await forget.isVisible()).toBe(false);
    await field(page, 'API key').fill('whsec_of-another-kind');
    await send.click();
    await page.getByText('This is not an API key').waitFor();
    expect(withKey(requests)).toEqual([]);
    await field(page, 'API key').fill(team.key);
    await field(page, 'limit').fill('1');
    await send.click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('200 OK').waitFor();
    // On a wide screen, the body stands in the place of the example.
    await page.locator('.aside [data-body]').getByText('"next_cursor"').waitFor();
    expect(await visitor.violations()).toEqual([]);
    const [sent, ...more] = withKey(requests);
    expect([sent?.url(), more]).toEqual([ownPath('/users?limit=1'), []]);
    await page.getByText('The same request with curl').click();
    const line = await page.locator('[data-curl] code').innerText();
    expect(line).toContain('-H "Authorization: Bearer $KEY"');
    expect(await page.content()).not.toContain(team.key);
    const kept = await page.evaluate(() => [JSON.stringify({ ...localStorage }), document.cookie]);
    expect(kept.join()).not.toContain(team.key);
    // The next page of the reference has the key and the ids of earlier answers.
    await openDocs(visitor, 'en/reference/get-member');
    await page.locator('.sender > summary').click();
    await page.locator('[data-send]:enabled').waitFor();
    const id = await page.locator('#ids-member_id option').first().getAttribute('value');
    expect(await field(page, 'member_id').inputValue()).toBe(id);
    await send.click();
    await answer.getByText('200 OK').waitFor();
    await forget.click();
    await page.getByText('The key is forgotten.').waitFor();
    expect(await forget.isVisible()).toBe(false);
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
    expect(await field(page, 'API key').inputValue()).toBe('');
    const strangers = requests.filter((request) => !request.url().startsWith(app().origin));
    expect(strangers).toEqual([]);
  });

  test('keeps a key that was pasted before the sender was loaded', async () => {
    const { page } = await app().visit({ language: 'en' });
    const load = await holdBack(page, 'sender-island');
    await page.goto(`${app().origin}/docs/en/reference/list-members`);
    await page.locator('.sender > summary').click();
    await field(page, 'API key').fill(team.key);
    load();
    await page.locator('[data-send]:enabled').waitFor();
    expect(await field(page, 'API key').inputValue()).toBe(team.key);
  });

  test('asks before it changes something, and explains a refusal', async () => {
    const { visitor, page, requests } = await visitReference(
      { theme: 'dark', width: 390 },
      'de/reference/create-case',
    );
    const posts = () => requests.filter((request) => request.method() === 'POST');
    const send = page.getByRole('button', { name: 'Senden', exact: true });
    const really = page.getByRole('button', { name: 'Wirklich senden' });
    await field(page, 'API-Schlüssel').fill(team.key);
    await field(page, 'Body').fill('{"title":');
    await send.click();
    await page.getByText('Der Body ist kein gültiges JSON').waitFor();
    await field(page, 'Body').fill('{"surprise": 1}');
    await send.click();
    await page
      .getByText('Diese Anfrage ändert echte Daten des Teams')
      .filter({ visible: true })
      .waitFor();
    expect(await visitor.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    expect([await really.isVisible(), posts().length]).toEqual([false, 0]);
    await send.click();
    await really.click();
    const answer = page.getByRole('region', { name: 'Antwort' });
    await answer.getByText('422 Unprocessable Entity').waitFor();
    const link = answer.getByRole('link', { name: 'Was das heißt und was hilft' });
    expect(await link.getAttribute('href')).toBe('/docs/de/errors#validation_error');
    expect(await visitor.scrollsSideways()).toBe(false);
    const first = await field(page, 'Idempotency-Key').inputValue();
    const body = { user_id: team.owner.userId, title: 'Aus der Dokumentation', fields: {} };
    await field(page, 'Body').fill(JSON.stringify(body));
    await send.click();
    await really.click();
    await answer.getByText('201 Created').waitFor();
    expect(posts().map((request) => request.url())).toEqual(Array(2).fill(ownPath('/cases')));
    expect(await field(page, 'Idempotency-Key').inputValue()).not.toBe(first);
    expect(await visitor.violations()).toEqual([]);
  });

  test('needs an id in the path, and can take one from the list', async () => {
    const { page, visitor, requests } = await visitReference(
      { language: 'en' },
      'en/reference/get-member',
    );
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const first = page.getByRole('button', { name: 'The first of GET /users' });
    await first.click();
    await page.getByText('Paste an API key.').waitFor();
    await field(page, 'API key').fill(team.key);
    await send.click();
    await page.getByText('member_id is missing: paste an id.').waitFor();
    expect(withKey(requests)).toEqual([]);
    await first.click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('"next_cursor"').waitFor();
    const id = await field(page, 'member_id').inputValue();
    expect(id).toMatch(/^mem_\w{26}$/);
    await send.click();
    await answer.getByText('"next_cursor"').waitFor({ state: 'detached' });
    expect(withKey(requests).map((request) => request.url())).toEqual(
      ['/users', `/users/${id}`].map(ownPath),
    );
    // An earlier answer could be taken for the answer to the request that is not sent.
    await field(page, 'member_id').fill('');
    await send.click();
    await answer.waitFor({ state: 'detached' });
    // No id is proposed for a deletion.
    await openDocs(visitor, 'en/reference/remove-member');
    await page.locator('.sender > summary').click();
    await page.locator('[data-send]:enabled').waitFor();
    expect(await field(page, 'member_id').inputValue()).toBe('');
  });

  test('if its script does not load, says why it cannot be used', async () => {
    const visitor = await app().visit({ language: 'en', expects: /ERR_|404/ });
    const { page } = visitor;
    await openDocs(visitor, 'en/reference/list-members');
    await visitor.context.setOffline(true);
    await page.locator('.sender > summary').click();
    await page.getByText('The form did not load: reload the page').waitFor();
    expect(await page.locator('[data-send]').isDisabled()).toBe(true);
  });

  test('if no answer comes, says so, and repeats the request with the same Idempotency-Key', async () => {
    const { page, visitor } = await visitReference(
      { language: 'en' },
      'en/reference/invite-member',
    );
    await field(page, 'API key').fill(team.key);
    const send = async () => {
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByRole('button', { name: 'Really send' }).click();
    };
    const kept = await field(page, 'Idempotency-Key').inputValue();
    await visitor.context.setOffline(true);
    await send();
    await page.getByText('Sent again with the same Idempotency-Key').waitFor();
    expect(await field(page, 'Idempotency-Key').inputValue()).toBe(kept);
    expect(await visitor.violations()).toEqual([]);
    await visitor.context.setOffline(false);
    await send();
    await page.getByRole('region', { name: 'Answer' }).getByText('201 Created').waitFor();
  });
});
