import { afterAll, afterEach, beforeAll } from 'vitest';
import { useApp } from '../../browser/harness/use-app.ts';
import type { Visitor, VisitorOptions } from '../../browser/harness/visitor.ts';
import { useWorker } from '../../delivery/harness/hook.ts';
import { makeSession } from '../../harness/app.ts';
import { makeTeam, type TestTeam } from '../../harness/team.ts';
import { until } from '../../harness/until.ts';
import { FakeHubspot } from './fake-hubspot.ts';

/** A token, as people copy it from HubSpot. */
export const token = 'pat-eu1-fake-token-0001';

/** The app with a worker and one fake account at HubSpot. Each test has a team of its own. */
export async function useCrmApp(more: Record<string, string> = {}) {
  const fake = await FakeHubspot.start();
  afterAll(() => fake.close());
  const env = {
    HUBSPOT_BASE_URL: fake.url,
    HUBSPOT_OAUTH_URL: fake.url,
    HUBSPOT_CLIENT_ID: fake.oauth.client.id,
    HUBSPOT_CLIENT_SECRET: fake.oauth.client.secret,
    ...more,
  };
  const app = useApp({ asksCrms: true, env });
  useWorker(() => app().api, env);
  beforeAll(() => {
    const { clock } = app().api;
    // The worker uses the database's clock.
    clock.travel(Date.now() - clock.now().getTime());
  });
  afterEach(() => {
    fake.server.clearFaults();
    fake.missingScopes.clear();
    fake.tokens.add(token);
    fake.limits.daily = null;
    fake.usedToday = 0;
  });
  return { app, fake };
}

type CrmApp = Awaited<ReturnType<typeof useCrmApp>>;

export async function newTeam({ app }: CrmApp): Promise<TestTeam> {
  return makeTeam(app().api, { rateLimit: 1_000_000, seats: 100 });
}

/** The messages of the console that tests cause. The consent page has another origin. */
const expects = /404|409|410|422|429|a request to http:\/\/127\.0\.0\.1/;

/** The owner of a team, in the browser. */
export async function ownerOf({ app }: CrmApp, team: TestTeam, options: VisitorOptions = {}) {
  const session = await makeSession(team, team.owner);
  return app().visit({ session, expects, ...options });
}

/** Shows the app to owners of several teams in one browser. A new browser would load and compile the app again. */
export function useOwners(crm: CrmApp): (team: TestTeam) => Promise<Visitor> {
  let visitor: Visitor | undefined;
  beforeAll(async () => {
    visitor = await crm.app().visit({ expects });
  });
  return async (team) => {
    if (!visitor) throw new Error('The visitor is there only while tests run');
    // Stops the requests of the former owner's page.
    await visitor.page.goto('about:blank');
    await visitor.resize({ width: 1280, height: 900 });
    await visitor.page.emulateMedia({ colorScheme: 'light' });
    await visitor.useSession(await makeSession(team, team.owner));
    return visitor;
  };
}

/** Connects by token through the dialog, and waits until the first synchronization has ended. */
export async function connectByToken(visitor: Visitor, name: string): Promise<string> {
  const { page } = visitor;
  await visitor.open('/crm?new=hubspot');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Stattdessen einen Zugangsschlüssel eingeben' }).click();
  await dialog.getByLabel('Zugriffstoken').fill(token);
  await dialog.getByLabel('Name der Verbindung').fill(name);
  await dialog.getByRole('button', { name: 'Verbinden', exact: true }).click();
  await page.waitForURL('**/crm/con_*');
  await page.getByText('Zuletzt abgeglichen').waitFor();
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** Chooses an entry of the menu of the connection. */
export async function chooseStep({ page }: Visitor, step: string): Promise<void> {
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click();
  await page.getByRole('menuitem', { name: step, exact: true }).click();
}

/** Waits until the number stands below its name. */
export async function showsNumber({ page }: Visitor, label: string, value: string): Promise<void> {
  const box = page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) });
  await until(`${label} to be ${value}`, async () =>
    (await box.first().innerText()).split('\n').includes(value),
  );
}
