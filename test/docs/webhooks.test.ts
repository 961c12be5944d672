import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { oas31 } from 'zod-openapi';
import { loadConfig } from '../../src/config.ts';
import { attemptErrors } from '../../src/egress/attempt-error.ts';
import { type EventType, events } from '../../src/features/webhooks/events.schema.ts';
import { eventSchemas } from '../../src/rest/openapi/webhooks.ts';
import { release } from '../../src/sdk/model/release.ts';
import { parseDuration } from '../../src/shared/time/durations.ts';
import { freePort } from '../harness/free-port.ts';
import { sourcesIn } from '../harness/sources.ts';
import { Spawned } from '../harness/spawned.ts';
import { until } from '../harness/until.ts';
import { codeBlocks, documentNamed, rowsOf, sectionOf } from './harness/documents.ts';
import { signatureVectors } from './harness/signature-vectors.ts';

const page = documentNamed('docs/guides/en/webhooks.md');
const deliveries = documentNamed('docs/guides/en/deliveries.md');
const types = Object.keys(events) as EventType[];
const schemas = eventSchemas();
const unquoted = (cell = '') => cell.replaceAll('`', '');

function propertiesOf(schema: oas31.SchemaObject | undefined): [string, oas31.SchemaObject][] {
  return Object.entries(schema?.properties ?? {}) as [string, oas31.SchemaObject][];
}

function schemaOf(type: EventType): oas31.SchemaObject | undefined {
  return schemas[events[type].meta()?.id ?? ''];
}

/** The type in the words of the tables: `string or null`, `date-time`. */
function typeOf({ type, format }: oas31.SchemaObject): string {
  const names = [type].flat().map((name) => (name === 'string' && format ? format : name));
  return names.join(' or ');
}

test("the table of events has every type, in the contract's order", () => {
  const described = rowsOf(sectionOf(page, '## Events'));
  expect(described.map(([name]) => /`(.*)`/.exec(name ?? '')?.[1])).toEqual(types);
});

test.each(types)('the envelope is described as in the schema of %s', (type) => {
  const described = rowsOf(sectionOf(page, '## What arrives')).filter(([, , meaning]) => meaning);
  const fields = propertiesOf(schemaOf(type)).map(([name, part]) => [name, typeOf(part)]);
  expect(described.map(([name, kind]) => [unquoted(name), kind])).toEqual(fields);
});

test('the body in the guide is the example of its type', () => {
  const example = JSON.parse(codeBlocks(page, 'json')[0] ?? '') as { type: EventType };
  expect(example).toEqual(events[example.type].meta()?.examples?.[0]);
});

test('the schedule and the limits are those of the product', () => {
  const { webhookRetryDelaysMs, webhookTimeoutMs, webhookPauseAfterMs } = loadConfig({
    ENCRYPTION_KEY: '0'.repeat(64),
  });
  const [, ...retries] = rowsOf(sectionOf(deliveries, '## When an attempt fails'));
  const delays = retries.map(([, delay = '']) => parseDuration(delay.replace(/ (\w)\w*$/, '$1')));
  expect(delays).toEqual(webhookRetryDelaysMs);
  expect([webhookTimeoutMs, webhookPauseAfterMs]).toEqual([10_000, 3 * 24 * 3_600_000]);
  expect(page).toContain('within ten seconds');
  expect(deliveries).toContain('failed for three days');
});

test('the errors in the guide are all that a delivery can have', () => {
  const inStatements = sourcesIn('src/egress', 'src/worker').flatMap(({ text }) =>
    [...text.matchAll(/(?:given_up_for = |error: )'([a-z_]+)'/g)].map(([, name]) => name),
  );
  const written = [...attemptErrors, ...inStatements];
  const described = rowsOf(sectionOf(deliveries, '## See what became of a delivery'));
  expect(described.map(([name]) => unquoted(name)).toSorted()).toEqual(
    [...new Set(written)].toSorted(),
  );
});

test('receivers are shown in four languages', () => {
  const section = sectionOf(page, '### 3. Start a receiver');
  for (const language of ['ts', 'python', 'go', 'php']) {
    expect(codeBlocks(section, language), language).toHaveLength(1);
  }
});

const file = 'test-results/docs-receiver.mjs';

function writeReceiver(port: number): void {
  const [code = ''] = codeBlocks(page, 'ts');
  expect(code).toContain('8080');
  mkdirSync('test-results', { recursive: true });
  writeFileSync(file, code.replace('8080', String(port)));
}

test('the TypeScript receiver, which is JavaScript too, accepts what is signed, and nothing else', async () => {
  const port = await freePort();
  writeReceiver(port);
  const { secret } = signatureVectors();
  const receiver = new Spawned(file, { SIGNING_SECRET: secret });
  const answerTo = async (header: string, body: string) => {
    const options = { method: 'POST', headers: { 'svc-signature': header }, body };
    const answer = await fetch(`http://127.0.0.1:${port}/`, options);
    return { status: answer.status, text: await answer.text() };
  };
  await until('the receiver', () => answerTo('', '{}').catch(() => null));
  // Made now: one is almost five minutes old, and the receiver may have taken a while to start.
  for (const { name, header, body, isGenuine, step } of signatureVectors().vectors) {
    const { status, text } = await answerTo(header, body);
    const expected = isGenuine ? [204, ''] : [400, step];
    expect([name, status, text.split(':', 1)[0]]).toEqual([name, ...expected]);
    // The app shows the receiver's words, and so does the sender's own log.
    expect(text).not.toMatch(/whsec_|[\da-f]{16}/);
  }
  await receiver.says('ping evt_1');
  // Whoever has a wrong secret looks at the own terminal first.
  await receiver.says('wrong signature');
});

test.each([
  ['en', '### 4. Ask for a test event'],
  ['de', '### 4. Ein Testereignis anfordern'],
])(
  'the answers of a receiver are explained, also for the SDK, and for a wrong clock: %s',
  (language, heading) => {
    const text = documentNamed(`docs/guides/${language}/webhooks.md`);
    const refusals = signatureVectors().vectors.filter(({ isGenuine }) => !isGenuine);
    const steps = [...new Set(refusals.map(({ step }) => step))].toSorted();
    const described = rowsOf(text).map(([cell]) => unquoted(cell));
    const explained = new Set(described.filter((cell) => steps.includes(cell)));
    expect([...explained].toSorted()).toEqual(steps);
    const stepsOfSdk = rowsOf(sectionOf(text, heading)).map(([, cell]) => unquoted(cell));
    const source = documentNamed('src/sdk/typescript/receive/webhook-error.ts');
    const faults = [...source.matchAll(/^ {2}\| '(\w+)'/gm)].map(([, fault]) => fault);
    expect(faults.length).toBeGreaterThan(5);
    expect(stepsOfSdk.toSorted()).toEqual(faults.toSorted());
    for (const code of ['ts', 'python', 'go', 'php'].flatMap((each) => codeBlocks(text, each))) {
      if (code.includes('refusal')) for (const step of steps) expect(code).toContain(`${step}: `);
    }
    for (const word of ['NTP', 'timedatectl']) expect(text).toContain(word);
  },
);

test('the guide begins with the command that the app shows', () => {
  const line = `npx http://localhost:3000/docs/sdk/${release.name}-${release.version}.tgz listen --forward-to http://localhost:8080/webhooks\n`;
  expect(codeBlocks(page, 'console')).toEqual([line]);
  expect(codeBlocks(documentNamed('docs/guides/de/webhooks.md'), 'console')).toEqual([line]);
});
