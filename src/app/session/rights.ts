import type { RightOf, rights, TeamWho } from '../../auth/rights.ts';
import type { CurrentSession } from '../../features/session/session.schema.ts';

export type TeamRight = RightOf<TeamWho>;
type WhoOf = { [R in TeamRight]: (typeof rights)[R]['who'] };

/** A copy of the server's table of rights. If the two differ, this does not compile. */
const whoOf: WhoOf = {
  see_team: 'member',
  see_catalog: 'member',
  accept_ownership: 'member',
  see_own_work: 'member',
  see_own_cases: 'member',
  change_own_cases: 'member',
  change_team: 'admin',
  see_members: 'admin',
  invite_members: 'admin',
  change_members: 'admin',
  see_assignments: 'admin',
  change_assignments: 'admin',
  see_trainings: 'admin',
  see_cases: 'admin',
  change_cases: 'admin',
  arrange_catalog: 'admin',
  see_policies: 'admin',
  change_policies: 'admin',
  see_analytics: 'admin',
  see_crm: 'admin',
  see_audit_log: 'admin',
  export_audit_log: 'admin',
  see_request_log: 'interfaces',
  export_request_log: 'interfaces',
  see_api_keys: 'interfaces',
  change_api_keys: 'interfaces',
  make_api_keys: 'interfaces',
  end_api_keys: 'interfaces',
  see_webhooks: 'interfaces',
  change_webhooks: 'interfaces',
  make_webhook_secrets: 'interfaces',
  remove_webhooks: 'interfaces',
  change_privacy: 'owner',
  preview_privacy: 'owner',
  grant_rights: 'owner',
  see_former_members: 'owner',
  erase_members: 'owner',
  offer_ownership: 'owner',
  withdraw_ownership: 'owner',
};

export type SessionTeam = NonNullable<NonNullable<CurrentSession>['team']>;

/** Hides what the server would refuse. The server decides. */
export function may(team: Pick<SessionTeam, 'role' | 'rights'>, right: TeamRight): boolean {
  switch (whoOf[right]) {
    case 'member':
      return true;
    case 'admin':
      return team.role !== 'member';
    case 'interfaces':
      return (
        team.role === 'owner' || (team.role === 'admin' && team.rights.includes('schnittstellen'))
      );
    case 'owner':
      return team.role === 'owner';
  }
}
