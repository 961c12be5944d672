/**
 * Who has a right of the app. From `anyone` on, each kind of caller has the rights of the kinds before it.
 * `interfaces` are the owner, and the admins to whom the owner has granted `schnittstellen`. `service` is the
 * product's own backend with its token. It has none of the rights of people. `command_line` is the command
 * line of a person who is one of the `interfaces`, with its token. It has only the rights that name it.
 */
type Who =
  | 'api_key'
  | 'service'
  | 'command_line'
  | 'anyone'
  | 'signed_in'
  | 'member'
  | 'admin'
  | 'interfaces'
  | 'owner';

/** Why a right needs no fresh proof of the person. docs/app.md explains each reason. */
type WithoutProof = 'reads' | 'work' | 'invites' | 'own' | 'entry' | 'program';

export type Requirement = {
  who: Who;
  /**
   * `fresh`: the person must have shown a password or a passkey within the last ten minutes. A stolen session must not
   * stop a customer's programs for good, or carry years of a log away.
   */
  proof: 'fresh' | WithoutProof;
};

/**
 * The rights of the app, and who has each of them. A procedure without one of these rights does not compile,
 * and neither does a right that says nothing about the proof.
 */
export const rights = {
  visit: { who: 'anyone', proof: 'entry' },

  use_own_account: { who: 'signed_in', proof: 'own' },
  change_own_access: { who: 'signed_in', proof: 'fresh' },
  export_own_data: { who: 'signed_in', proof: 'fresh' },

  see_team: { who: 'member', proof: 'reads' },
  see_catalog: { who: 'member', proof: 'reads' },
  see_own_cases: { who: 'member', proof: 'reads' },
  change_own_cases: { who: 'member', proof: 'own' },
  see_own_work: { who: 'member', proof: 'reads' },
  see_own_views: { who: 'member', proof: 'reads' },
  change_own_views: { who: 'member', proof: 'own' },
  // Any member may try this. A member to whom the team was not offered gets an answer that says so.
  accept_ownership: { who: 'member', proof: 'fresh' },

  change_team: { who: 'admin', proof: 'work' },
  see_technical_contact: { who: 'admin', proof: 'reads' },
  change_technical_contact: { who: 'admin', proof: 'work' },
  see_members: { who: 'admin', proof: 'reads' },
  invite_members: { who: 'admin', proof: 'invites' },
  change_members: { who: 'admin', proof: 'fresh' },
  see_assignments: { who: 'admin', proof: 'reads' },
  change_assignments: { who: 'admin', proof: 'work' },
  see_trainings: { who: 'admin', proof: 'reads' },
  see_cases: { who: 'admin', proof: 'reads' },
  change_cases: { who: 'admin', proof: 'work' },
  arrange_catalog: { who: 'admin', proof: 'work' },
  see_policies: { who: 'admin', proof: 'reads' },
  change_policies: { who: 'admin', proof: 'work' },
  see_analytics: { who: 'admin', proof: 'reads' },
  see_crm: { who: 'admin', proof: 'reads' },
  /** Exports lists of people and their work as a file. */
  export_lists: { who: 'admin', proof: 'fresh' },
  see_audit_log: { who: 'admin', proof: 'reads' },
  export_audit_log: { who: 'admin', proof: 'fresh' },

  see_request_log: { who: 'interfaces', proof: 'reads' },
  export_request_log: { who: 'interfaces', proof: 'fresh' },
  see_api_keys: { who: 'interfaces', proof: 'reads' },
  change_api_keys: { who: 'interfaces', proof: 'work' },
  make_api_keys: { who: 'interfaces', proof: 'fresh' },
  end_api_keys: { who: 'interfaces', proof: 'fresh' },
  see_webhooks: { who: 'interfaces', proof: 'reads' },
  change_webhooks: { who: 'interfaces', proof: 'work' },
  make_webhook_secrets: { who: 'interfaces', proof: 'fresh' },
  remove_webhooks: { who: 'interfaces', proof: 'fresh' },

  /**
   * Only in a sandbox: makes things happen and lets times pass, as programs and their receivers see them.
   */
  see_try_out: { who: 'interfaces', proof: 'reads' },
  try_out: { who: 'interfaces', proof: 'work' },
  see_sandbox_mails: { who: 'admin', proof: 'reads' },

  see_crm_connections: { who: 'interfaces', proof: 'reads' },
  change_crm_connections: { who: 'interfaces', proof: 'work' },
  /** Also to end a connection: only somebody with access to the CRM can bring its credentials back. */
  connect_crm: { who: 'interfaces', proof: 'fresh' },

  /** A person who confirms the login of a command line lets a program work in the person's own name. */
  look_at_command_line: { who: 'interfaces', proof: 'own' },
  confirm_command_line: { who: 'interfaces', proof: 'fresh' },
  see_command_lines: { who: 'interfaces', proof: 'reads' },
  end_command_lines: { who: 'interfaces', proof: 'work' },

  make_sandboxes: { who: 'owner', proof: 'work' },
  end_sandboxes: { who: 'owner', proof: 'fresh' },

  change_privacy: { who: 'owner', proof: 'fresh' },
  preview_privacy: { who: 'owner', proof: 'reads' },
  grant_rights: { who: 'owner', proof: 'fresh' },
  see_former_members: { who: 'owner', proof: 'reads' },
  erase_members: { who: 'owner', proof: 'fresh' },
  offer_ownership: { who: 'owner', proof: 'fresh' },
  withdraw_ownership: { who: 'owner', proof: 'work' },

  use_api_key: { who: 'api_key', proof: 'program' },
  use_command_line: { who: 'command_line', proof: 'program' },
  take_in_trainings: { who: 'service', proof: 'program' },
} as const satisfies Record<string, Requirement>;

export type Right = keyof typeof rights;

/** The rights of some of these people. */
export type RightOf<W extends Who> = {
  [R in Right]: (typeof rights)[R]['who'] extends W ? R : never;
}[Right];

export type TeamWho = 'member' | 'admin' | 'interfaces' | 'owner';

export type Standing = { role: string; rights: readonly string[] };

/**
 * True if a person with this role and these rights is one of `who` in the team. If the
 * creator of a key is no longer an admin, `features/members/rules/require-admin-creator.ts` refuses what the key may
 * no longer do.
 */
export function isOneOf({ role, rights: granted }: Standing, who: TeamWho): boolean {
  switch (who) {
    case 'member':
      return true;
    case 'admin':
      return role !== 'member';
    case 'interfaces':
      return role === 'owner' || (role === 'admin' && granted.includes('schnittstellen'));
    case 'owner':
      return role === 'owner';
  }
}
