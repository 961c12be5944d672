import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { until } from '../harness/until.ts';
import { type Block, blocksOf, codeBlocks, documentNamed } from './harness/documents.ts';
import { Server } from './harness/walk.ts';

const guide = (name: string) => documentNamed(`docs/guides/en/${name}.md`);
const documents = {
  index: guide('index'),
  readme: documentNamed('README.md'),
  intake: documentNamed('docs/intake.md'),
  first: guide('first-request'),
  sdk: guide('sdk'),
  authentication: guide('authentication'),
  lists: guide('lists-and-sync'),
  idempotency: guide('idempotency'),
  limits: guide('limits'),
  privacy: guide('privacy'),
  crm: guide('crm'),
  versioning: guide('versioning'),
  webhooks: guide('webhooks'),
  deliveries: guide('deliveries'),
};
const pages = ['README.md', 'docs/intake.md', ...globSync('docs/guides/en/*.md')];
/** The address and the key. The reader of each guide has set them before. */
const [variables = ''] = codeBlocks(documents.first, 'sh');
const start = `\`\`\`sh\n${variables}\`\`\`\n`;

// Clients that wait and repeat run in programs.test.ts, against an API with faster time. Those with the SDK run in
// sdk-programs.test.ts.
const runsElsewhere = ({ code }: Block) => /^node (?:sync|call)\.mjs$/.test(code.trim());

test('every curl and TypeScript block does what it says, pasted in order', {
  timeout: 240_000,
}, async () => {
  const server = await Server.startFor(Object.values(documents));
  const follow = async (text: string, first = start) =>
    (await server.walk(first)).followAll(blocksOf(text).filter((block) => !runsElsewhere(block)));

  const readme = await follow(documents.readme, '');
  expect(JSON.parse(readme.outputOf('/me'))).toMatchObject({ kind: 'team' });

  const first = await follow(documents.first, '');
  expect(JSON.parse(first.outputOf('price-talk-$(date'))).toMatchObject({ status: 'open' });
  const example = codeBlocks(documents.first, 'json').at(-1) ?? '';
  const { errors, code, status } = JSON.parse(example) as Record<string, unknown>;
  expect(JSON.parse(first.outputOf('?limits=5'))).toMatchObject({ errors, code, status });
  expect(first.outputOf('node first.mjs')).toMatch(/^(?:mem_\w+ \w+\n?)+$/);

  const sdk = await follow(documents.sdk);
  expect(sdk.outputOf('node first.mjs')).toMatch(/^ten_\w+ \[/);

  await follow(documents.authentication);

  const inIndex = blocksOf(documents.index);
  const program = inIndex.find(({ language }) => language === 'ts');
  const index = await follow('');
  await index.followAll(inIndex.filter(({ language }) => !language.startsWith('ts')));
  await index.reader.save('list.mjs', server.here(program?.code ?? ''));
  const { stdout } = await index.reader.paste('node list.mjs');
  expect(stdout).toMatch(/data: \[\s+\{\s+id: 'trn_/);

  const lists = await follow(documents.lists);
  expect(JSON.parse(lists.outputOf('cursor=$CURSOR')).data).toHaveLength(2);

  const idempotency = await follow(documents.idempotency);
  expect(idempotency.outputOf('curl -i -X POST')).toContain('Idempotency-Replayed: true');

  await follow(documents.limits);
  await follow(documents.privacy);

  const crm = await follow(documents.crm);
  expect(JSON.parse(crm.outputOf('/crm/deals')).data).toHaveLength(2);
  expect(JSON.parse(crm.outputOf('/crm/objections')).data).toHaveLength(2);

  const versioning = await follow(documents.versioning);
  expect(versioning.outputOf('deprecation')).toBe('v1 stays');
  expect(versioning.outputOf('node trainings.mjs')).toMatch(/^\d{4}-\d\d-\d\dT\S+ \w+$/m);

  const intake = await follow(documents.intake, '');
  const [again = ''] = codeBlocks(documents.intake, 'sh').slice(-1);
  const output = intake.outputOf('node intake.mjs');
  expect(output).toMatch(/training_id: 'trn_\w+'[\s\S]*session_id: 'session-4712',[\s\S]*ok: true/);
  expect((await intake.reader.paste(again)).stdout).toBe(output);

  const webhooks = await follow(documents.webhooks);
  // curl prints no line break at its end, so the receiver's line may follow on the same line.
  const arrived = (type: string) =>
    webhooks.reader.stdout.match(new RegExp(`${type} evt_\\w+ \\{`, 'g'))?.length ?? 0;
  for (const type of ['ping', 'training.completed', 'assignment.created']) {
    await until(`${type} at the receiver`, () => arrived(type) === 1);
  }
  const [printed = ''] = codeBlocks(documents.webhooks, 'text');
  const likeIt = RegExp.escape(printed.trim()).replaceAll(/_\w{26}/g, '_\\w{26}');
  expect(webhooks.reader.stdout).toMatch(new RegExp(likeIt));
  // The failed test event arrives with its retry, when the receiver runs again.
  const [fails, ...blocks] = blocksOf(documents.deliveries).filter(
    (block) => block.language === 'sh',
  );
  await webhooks.followAll(fails ? [fails] : []);
  await until('the failure', () => webhooks.reader.stdout.includes('NO ANSWER'));
  await webhooks.followAll(blocks);
  await until('the retry at the receiver', () => arrived('ping') === 2);

  const blocksOfAll = pages.flatMap((file) => blocksOf(documentNamed(file)));
  const left = blocksOfAll.filter(
    (block) =>
      ['sh', 'ts'].includes(block.language) &&
      !runsElsewhere(block) &&
      !server.followed.has(block.code),
  );
  expect(left.map(({ code }) => code)).toEqual([program?.code]);
});
