import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files of over ten seconds, the longest first. A new checkout knows no earlier run to take this from. */
export const longest = [
  'browser/docs-pages',
  'browser/pages',
  'browser/crm-steer',
  'browser/crm-states',
  'delivery/database-away',
  'processes/demo-crm',
  'processes/prisma-client',
  'delivery/kill-worker',
  'processes/api-processes',
  'delivery/neighbours',
  'browser/crm-connect',
  'processes/crash',
  'processes/frozen-reader',
  'trpc/foreign-ids',
  'processes/start',
  'processes/stop-while-starting',
  'delivery/two-workers',
  'docs/paste',
  'processes/one-owner',
  'processes/migrate',
  'processes/drain',
  'chaos/signals',
  'browser/failures',
  'delivery/kill-bulk-retry',
  'chaos/stops',
  'browser/webhooks',
  'trpc/rights',
  'delivery/schedule',
  'browser/team-journeys',
  'browser/docs-reading',
  'trpc/limits',
  'fuzz/fuzz',
  'delivery/leases',
  'trpc/large-answers',
  'browser/request-log',
  'worker/retention',
  'browser/docs-tools',
  'docs/programs',
  'delivery/manual-retry',
  'trpc/crm-hubspot',
  'trpc/crm-connect',
  'trpc/crm-steering',
  'erasure/kill-worker',
  'rest/garbage',
  'processes/pooler',
  'delivery/graceful-stop',
  'cli/reseal',
  'processes/plain-driver',
  'browser/two-admins',
  'trpc/exports',
  'sdk/sync',
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
