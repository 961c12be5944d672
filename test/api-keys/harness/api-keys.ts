import { beforeEach } from 'vitest';
import { type Browser, makeSession } from '../../harness/app.ts';
import { makeTeam, type TestTeam } from '../../harness/team.ts';
import { useApi } from '../../harness/use-api.ts';

/** A team for each test. The owner of the team manages its keys in the app. */
export function useKeys() {
  // The API trusts one proxy, so that a test can use a key from any address.
  const api = useApi({ env: { TRUST_PROXY: '1' }, tickMs: 0 });
  let team: TestTeam;
  let owner: Browser;
  /** Signs the owner in anew, with a fresh proof. */
  const signInAgain = async () => {
    owner = await makeSession(team, team.owner);
  };
  beforeEach(async () => {
    team = await makeTeam(api());
    await signInAgain();
  });
  return {
    api,
    team: () => team,
    owner: () => owner,
    signInAgain,
    soon: (ms: number) => new Date(api().clock.now().getTime() + ms).toISOString(),
    /** The status with which the public API answers to the key. */
    async statusOf(key: string, path = '/me', ip = '198.51.100.7'): Promise<number> {
      const headers = { 'x-forwarded-for': ip };
      return (await api().request('GET', path, { key, headers })).status;
    },
    create: (more: object = {}) =>
      owner.app.apiKeys.create.mutate({ name: 'CRM', template: 'read_only', ...more }),
    get: (key_id: string) => owner.app.apiKeys.get.query({ key_id }),
    async auditOf(targetId: string) {
      const { rows } = await api().sql.query(
        `select actor_kind, actor_id, action, changes from audit_entry
         where tenant_id = $1 and target_id = $2 order by action`,
        [team.tenantId, targetId],
      );
      return rows;
    },
  };
}
