import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files of over ten seconds, the longest first. A new checkout knows no earlier run to take this from. */
const longest = [
  'processes/api-processes',
  'delivery/database-away',
  'browser/pages',
  'trpc/foreign-ids',
  'docs/paste',
  'processes/prisma-client',
  'processes/stop-while-starting',
  'processes/one-owner',
  'browser/failures',
  'browser/two-admins',
  'delivery/two-workers',
  'chaos/signals',
  'processes/drain',
  'delivery/neighbours',
  'fuzz/fuzz',
  'processes/crash',
  'processes/migrate',
  'trpc/request-log-faults',
  'erasure/kill-worker',
  'contract/pagination',
  'trpc/intake-faults',
  'web/one-answer',
  'processes/frozen-reader',
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
