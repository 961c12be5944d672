import { ApiError } from '../shared/errors/errors.ts';

/** The team's privacy switches, as its row has them (spec, general rule 7). */
export type PrivacySwitches = { member_detail_enabled: boolean; leaderboard_enabled: boolean };

/** The columns of `tenant t` from which `Privacy.of` is made. */
export const privacyColumns = 't.member_detail_enabled, t.leaderboard_enabled';

/** The columns of the team `tenant h` from which `Privacy.ofHome` is made. */
export const homePrivacyColumns =
  'h.member_detail_enabled as home_member_detail, h.leaderboard_enabled as home_leaderboard';

/**
 * The switches of the team of which the person is a member. In a sandbox, this is the team to which the
 * sandbox belongs.
 */
export type HomeSwitches = { home_member_detail: boolean; home_leaderboard: boolean };

/** An average of fewer members would tell what one of them has done (D139). */
export const FEWEST_MEMBERS = 5;

type Rule = {
  /** The field is shown only while all of these switches are on. */
  needs: readonly (keyof PrivacySwitches)[];
  /**
   * How an answer hides the field: it leaves the field out, has null or an empty list in its place, or (`few`) has no
   * average of fewer than five members.
   */
  hidden: 'absent' | 'null' | 'empty' | 'few';
};

/** What a refusal says if the caller knows nothing more exact. */
const saysThatDetailIsOff = { detail: 'The team has turned off member_detail_enabled.' } as const;

const memberDetail = ['member_detail_enabled'] as const;
const both = ['member_detail_enabled', 'leaderboard_enabled'] as const;
const absent = { needs: memberDetail, hidden: 'absent' } as const;
const asNull = { needs: memberDetail, hidden: 'null' } as const;
const ofFew = { needs: memberDetail, hidden: 'few' } as const;

/**
 * The fields that the switches hide in answers. (`needsMemberDetail` says which operations they refuse.) The
 * owner's preview of a switch is made from this list too.
 */
const personalFields = {
  member: { email: absent },
  assignment: { member_id: asNull, member_user_id: asNull, member_email: asNull },
  // A `PATCH` without a change would otherwise work as a read, and show to whom the assignment belongs.
  changed_assignment: {
    member_id: asNull,
    member_user_id: asNull,
    member_email: asNull,
    completed_training_id: asNull,
  },
  deal: { owner_user_id: absent },
  analytics: {
    members: { needs: both, hidden: 'empty' },
    totals: ofFew,
    dimensions: ofFew,
    skill_gaps: ofFew,
    trend: ofFew,
  },
  event: { user_id: absent, score: absent },
  // Only the app shows these objects.
  event_subject: { person: asNull, score: asNull },
  api_key: { creator: asNull },
  member_analytics: { data: { needs: both, hidden: 'empty' } },
  team_figures: { totals: ofFew, dimensions: ofFew, skill_gaps: ofFew, former: asNull },
  analytics_series: { avg_score: ofFew, dimensions: ofFew },
  member_in_app: { name: asNull, email: asNull, last_trained_at: asNull },
  former_member: { name: asNull, email: asNull },
  erased_name: { name: asNull },
  removal: { assignments: asNull },
  // The person who asks chooses the entries, so the count could be about one member.
  policy_preview: { open_assignments: asNull },
  entry_use: { open_assignments: asNull },
  webhook_delivery: { response_excerpt: asNull },
  delivery: { user_id: absent, score: absent, name: asNull, response_excerpt: asNull },
  audit_entry: { name: asNull, ip: asNull },
  command_line: { person: asNull, machine: asNull, ip: asNull },
  crm_owner: { name: asNull, email: asNull, user_id: asNull },
  // The search finds people, and the trainings, assignments and cases of people.
  found: { people: { needs: memberDetail, hidden: 'empty' } },
  found_deal: { owner_user_id: absent, owner_name: asNull },
} as const satisfies Record<string, Record<string, Rule>>;

export type PersonalObject = keyof typeof personalFields;
type FieldOf<O extends PersonalObject> = keyof (typeof personalFields)[O];
export type HiddenField = { field: string; hidden: Rule['hidden'] };

/**
 * The personal data that a request may see. All code that hides or refuses personal data asks this class, and
 * no other code reads the switches.
 */
export class Privacy {
  readonly #switches: PrivacySwitches;

  private constructor(switches: PrivacySwitches) {
    this.#switches = switches;
  }

  static of({ member_detail_enabled, leaderboard_enabled }: PrivacySwitches): Privacy {
    return new Privacy({ member_detail_enabled, leaderboard_enabled });
  }

  static ofHome({ home_member_detail, home_leaderboard }: HomeSwitches): Privacy {
    return Privacy.of({
      member_detail_enabled: home_member_detail,
      leaderboard_enabled: home_leaderboard,
    });
  }

  /** Hides nothing. The product itself uses it, and a person's own data are shown with it. */
  static readonly hidesNothing = Privacy.of({
    member_detail_enabled: true,
    leaderboard_enabled: true,
  });
  static readonly hidesAll = Privacy.of({
    member_detail_enabled: false,
    leaderboard_enabled: false,
  });

  get hasMemberDetail(): boolean {
    return this.#switches.member_detail_enabled;
  }

  /** Refuses a call that shows single people while member detail is off (D84). */
  requireMemberDetail(why: ApiError['details'] = saysThatDetailIsOff): void {
    if (!this.hasMemberDetail) throw new ApiError('privacy_restricted', why);
  }

  shows<O extends PersonalObject>(object: O, field: FieldOf<O>): boolean {
    const rules: Record<PropertyKey, Rule> = personalFields[object];
    return rules[field]?.needs.every((name) => this.#switches[name]) ?? true;
  }

  /** The fields of this object that are hidden now, and how an answer hides each. */
  hidden(object: PersonalObject): HiddenField[] {
    const rules: [string, Rule][] = Object.entries(personalFields[object]);
    return rules
      .filter(([, { needs }]) => !needs.every((name) => this.#switches[name]))
      .map(([field, { hidden }]) => ({ field, hidden }));
  }

  /**
   * The fewest members from which an average of this object may be shown. 0 while nothing is hidden: then
   * nobody counts members.
   */
  leastMembers(object: PersonalObject): number {
    return this.hidden(object).some(({ hidden }) => hidden === 'few') ? FEWEST_MEMBERS : 0;
  }

  /**
   * Removes the fields that are hidden now from a body that was written while the switches were on (D96).
   */
  strip(object: PersonalObject, body: Record<string, unknown>): void {
    for (const { field, hidden } of this.hidden(object)) {
      if (hidden === 'absent') delete body[field];
      else body[field] = hidden === 'empty' ? [] : null;
    }
  }
}
