import { FakeHubspot } from './fake-hubspot.ts';
import { FakePipedrive } from './fake-pipedrive.ts';
import { FakeSalesforce } from './fake-salesforce.ts';

/**
 * Runs a fake as a process of its own: `node test/crm/harness/run-fake.ts hubspot [port]`. It prints its address as a
 * line of JSON, obeys `POST /_fake`, and ends with its parent.
 */
const fakes: Record<string, (port: number) => Promise<{ url: string }>> = {
  hubspot: (port) => FakeHubspot.start(port),
  pipedrive: (port) => FakePipedrive.start(port),
  salesforce: (port) => FakeSalesforce.start(port),
};

const [name = '', port = '0'] = process.argv.slice(2);
const start = fakes[name];
if (!start) {
  console.error(`There is no fake ${name}: ${Object.keys(fakes).join(', ')}`);
  process.exit(1);
}
console.log(JSON.stringify({ provider: name, url: (await start(Number(port))).url }));
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
