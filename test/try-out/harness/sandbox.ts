import type { TestApi } from '../../harness/api.ts';
import { type Browser, makeSession } from '../../harness/app.ts';
import { makeTeam, type Person, type TeamOptions, type TestTeam } from '../../harness/team.ts';

/** A sandbox, and the team whose members visit it. */
export class Sandbox {
  readonly parent: TestTeam;
  readonly team: TestTeam;

  private constructor(parent: TestTeam, team: TestTeam) {
    this.parent = parent;
    this.team = team;
  }

  static async make(api: TestApi, options: TeamOptions = {}): Promise<Sandbox> {
    // The limits of a minute count all calls of a browser.
    api.clock.travel(61_000);
    const parent = await makeTeam(api);
    const team = await makeTeam(api, options);
    await api.sql.query(
      'update tenant set sandbox_of = $2, sandbox_used_at = now() where id = $1',
      [team.tenantId, parent.tenantId],
    );
    return new Sandbox(parent, team);
  }

  /** A browser of somebody of the parent, in the sandbox. Without a person, of the owner. */
  visit(person?: Person): Promise<Browser> {
    return makeSession(this.team, person ?? this.parent.owner);
  }
}
