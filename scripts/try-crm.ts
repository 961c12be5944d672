// Checks on a real account what the connectors rely on and could not be tried when they were written (docs/crm.md).
// It only reads, and prints no value of a record. Credentials come from the environment:
//
//   HUBSPOT_TOKEN=… node_modules/.bin/node scripts/try-crm.ts hubspot
//   PIPEDRIVE_TOKEN=… PIPEDRIVE_COMPANY=… node_modules/.bin/node scripts/try-crm.ts pipedrive
//   SALESFORCE_DOMAIN=… SALESFORCE_KEY=… SALESFORCE_SECRET=… node_modules/.bin/node scripts/try-crm.ts salesforce
//
// With --fake it looks at the fake of the tests instead, and needs no credentials.
import process from 'node:process';
import { fakeAccount } from '../test/crm/harness/fake-account.ts';
import { openAccount, providers } from './try-crm/open-account.ts';
import { tableOf, tryFacts } from './try-crm/try-facts.ts';

const [name = '', option] = process.argv.slice(2);
const provider = providers.find((each) => each === name);
if (!provider) {
  console.error(`Name one of these CRMs: ${providers.join(', ')}`);
  process.exit(1);
}
const played = option === '--fake' ? await fakeAccount(provider) : null;
const { account, close } = await openAccount(provider, played?.env ?? process.env);
try {
  const tried = await tryFacts(provider, account);
  console.log(tableOf(tried));
  const differing = tried.filter(({ verdict }) => verdict === 'DIFFERS').length;
  console.log(`\n${tried.length} facts, ${differing} differ, ${account.api.requests} requests`);
  if (differing > 0) process.exitCode = 1;
} finally {
  await close();
  await played?.fake.close();
}
