import { existsSync } from 'node:fs';

/** Tests of the operations of single nouns, and of the plans of their statements. */
const byFolder = {
  analytics: ['kept-sums', 'recomputation', 'sums-plans', 'team'],
  assignments: ['operations'],
  cases: ['free-form', 'operations'],
  catalog: ['get', 'of-member'],
  crm: ['deal-plans', 'deals-and-objections'],
  db: ['page-plans'],
  evaluations: ['operations'],
  members: ['invitations', 'operations', 'removal', 'returning'],
  policies: ['combination'],
  'request-log': ['search-pages', 'stored-lines'],
  search: ['palette-plans'],
  thread: ['events-plans'],
  trainings: ['operations'],
  webhooks: [
    'bulk-retry-plans',
    'change-endpoint',
    'deliveries',
    'endpoints',
    'endpoints-of-one-host',
    'event-occasions',
    'events',
    'list-deliveries-plans',
    'signature',
    'test-events',
    'wake-worker',
  ],
};

/** What shows, on another database or driver, that the API keeps its contract. */
export const contractTests = [
  'test/contract',
  ...Object.entries(byFolder).flatMap(([folder, names]) =>
    names.map((name) => `test/${folder}/${name}.test.ts`),
  ),
];

for (const name of contractTests) if (!existsSync(name)) throw new Error(`There is no ${name}`);
// For a command line: npm test -- $(node_modules/.bin/node scripts/release/contract-tests.ts)
if (import.meta.main) console.log(contractTests.join(' '));
