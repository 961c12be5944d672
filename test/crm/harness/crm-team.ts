import type { TestApi } from '../../harness/api.ts';
import type { Browser } from '../../harness/app.ts';
import { makeSession } from '../../harness/app.ts';
import { makeTeam, type TestTeam } from '../../harness/team.ts';
import { anAccount, tokenOf } from '../../trpc/harness/crm-inputs.ts';

/** A team whose owner connects CRMs, at a time at which nobody has used up questions. */
export class CrmTeam {
  readonly team: TestTeam;
  readonly browser: Browser;

  private constructor(team: TestTeam, browser: Browser) {
    this.team = team;
    this.browser = browser;
  }

  static async make(api: TestApi): Promise<CrmTeam> {
    api.clock.travel(61_000);
    const team = await makeTeam(api);
    return new CrmTeam(team, await makeSession(team, team.owner));
  }

  get app(): Browser['app'] {
    return this.browser.app;
  }

  /** Another window of the owner. Its calls are sent by themselves. */
  async another(): Promise<Browser> {
    return makeSession(this.team, this.team.owner);
  }

  connect({ account = anAccount(), mood = 'good', ...more }: Connecting = {}) {
    const credentials = { access_token: tokenOf(account, mood) };
    return this.app.crm.connect.mutate({ provider: 'hubspot', credentials, ...more });
  }

  async row(id: string): Promise<Record<string, unknown>> {
    const { rows } = await this.team.api.sql.query(
      'select * from crm_connection where tenant_id = $1 and id = $2',
      [this.team.tenantId, id],
    );
    return rows[0];
  }

  async audits(id: string): Promise<{ action: string; changes: Record<string, unknown> | null }[]> {
    const { rows } = await this.team.api.sql.query(
      `select action, changes from audit_entry where tenant_id = $1 and target_id = $2
       order by created_at, id`,
      [this.team.tenantId, id],
    );
    return rows;
  }
}

type Connecting = { account?: string; mood?: string; name?: string };
