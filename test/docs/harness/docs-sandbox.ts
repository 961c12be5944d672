import { beforeAll, beforeEach } from 'vitest';
import { installCatalog } from '../../../src/features/catalog/install-catalog.ts';
import type { useApp } from '../../browser/harness/use-app.ts';
import { makeSession } from '../../harness/app.ts';
import { insertSandbox } from '../../harness/sandbox.ts';
import { makeTeam, TestTeam } from '../../harness/team.ts';

/** For each test an empty sandbox of one team, with a key as the app makes it for the documentation. */
export function useDocsSandbox(app: ReturnType<typeof useApp>) {
  let team: TestTeam;
  let sandbox: TestTeam;
  beforeAll(async () => {
    team = await makeTeam(app().api);
    await team.do((call) => installCatalog(call.prisma));
  });
  beforeEach(async () => {
    sandbox = new TestTeam(app().api, await insertSandbox(team), team.owner);
    const session = await makeSession(sandbox, team.owner);
    session.headers = { origin: app().origin };
    sandbox.useKey(await session.app.apiKeys.createForDocs.mutate({}));
  });
  return { team: () => team, sandbox: () => sandbox };
}
