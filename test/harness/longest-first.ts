import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files of over ten seconds, the longest first. A new checkout knows no earlier run to take this from. */
export const longest = [
  'browser/docs-pages',
  'browser/pages',
  'browser/crm-steer',
  'processes/prisma-client',
  'delivery/neighbours',
  'delivery/database-away',
  'browser/crm-states',
  'trpc/rights',
  'processes/api-processes',
  'processes/one-owner',
  'docs/paste',
  'tenancy/foreign-ids',
  'trpc/large-answers',
  'trpc/foreign-ids',
  'processes/start',
  'processes/frozen-reader',
  'processes/migrate',
  'chaos/signals',
  'delivery/graceful-stop',
  'crm/engine-worlds',
  'processes/crash',
  'trpc/limits',
  'processes/stop-while-starting',
  'fuzz/fuzz',
  'crm/engine-neighbours',
  'sdk/sync',
  'crm/engine-stops',
  'crm/provider-kills',
  'browser/failures',
  'browser/crm-connect',
  'cli/reseal',
  'browser/sandbox',
  'trpc/sandboxes',
  'trpc/sandbox-life',
  'browser/team-journeys',
  'processes/pooler',
  'browser/webhooks',
  'processes/drain',
  'delivery/two-workers',
  'worker/retention',
  'chaos/release-at-noon',
  'browser/docs-reading',
  'docs/programs',
  'erasure/kill-worker',
  'trpc/exports',
  'browser/docs-tools',
  'browser/docs-verify',
  'erasure/steps',
  'db/online-migration',
  'processes/plain-driver',
  'chaos/stops',
  'crm/engine-loop',
  'processes/postgres-ends',
  'contract/order-of-checks',
  'contract/pagination',
  'docs/sync',
  'browser/request-log',
  'delivery/kill-api',
  'rest/garbage',
  'trpc/intake-faults',
  'listen/command-line',
  'delivery/kill-bulk-retry',
  'delivery/dead-workers-jobs',
  'processes/wrong-clocks',
  'processes/worker-port',
  'delivery/schedule',
  'trpc/crm-hubspot',
  'trpc/undone-address-change',
  'browser/profile',
  'delivery/kill-worker',
  'chaos/other-container',
  'contract/permissions',
  'erasure/restored-backup',
  'erasure/many-names',
  'delivery/state-machine',
  'trpc/sign-in',
  'erasure/kill-export',
  'tenancy/team-prisma',
  'trpc/malformed-requests',
  'processes/first-webhook',
];

/** Begins with the long files, so that the workers end together. The others follow as Vitest sorts them. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification) => {
      // A worker goes on with the next file only if that is not isolated either.
      if (project.config.isolate) return -1;
      const at = longest.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? longest.length : at;
    };
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}
