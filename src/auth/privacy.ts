/** The team's privacy switches: what a request may see of people (spec, general rule 7). */
export type Privacy = { memberDetailEnabled: boolean; leaderboardEnabled: boolean };

type Rule = {
  /** The field is shown only while all of these switches are on. */
  needs: readonly (keyof Privacy)[];
  /**
   * What the answer has instead of the field. `few`: the answer has no average of fewer than five
   * members (P400).
   */
  hidden: 'absent' | 'null' | 'empty' | 'few';
};

const detail = ['memberDetailEnabled'] as const;
const absent = { needs: detail, hidden: 'absent' } as const;
const asNull = { needs: detail, hidden: 'null' } as const;
const ofFew = { needs: detail, hidden: 'few' } as const;

/**
 * What the switches hide in answers. (`needsMemberDetail` says which operations they refuse.) All
 * code that hides a field asks here, and the owner's preview of a switch is made from this list.
 */
const personalFields = {
  member: { email: absent },
  assignment: { member_user_id: asNull, member_email: asNull },
  // The answer to a `PATCH` without a change would be a read, and would show whose training it was.
  changed_assignment: {
    member_user_id: asNull,
    member_email: asNull,
    completed_training_id: asNull,
  },
  deal: { owner_user_id: absent },
  analytics: {
    members: { needs: ['memberDetailEnabled', 'leaderboardEnabled'], hidden: 'empty' },
    totals: ofFew,
    dimensions: ofFew,
    skill_gaps: ofFew,
    trend: ofFew,
  },
  event: { user_id: absent, score: absent },
  // Only the app shows these.
  api_key: { creator: asNull },
  member_analytics: {
    data: { needs: ['memberDetailEnabled', 'leaderboardEnabled'], hidden: 'empty' },
  },
  analytics_series: { avg_score: ofFew, dimensions: ofFew },
  directory_entry: { name: asNull, email: asNull },
  erased_name: { name: asNull },
  removal: { assignments: asNull },
  // The person who asks chooses the entries, so a count could be about one member (P401).
  policy_preview: { open_assignments: asNull },
  entry_use: { open_assignments: asNull },
  delivery: { user_id: absent, score: absent, name: asNull },
  audit_entry: { name: asNull, ip: asNull },
} as const satisfies Record<string, Record<string, Rule>>;

export type PersonalObject = keyof typeof personalFields;
type FieldOf<O extends PersonalObject> = keyof (typeof personalFields)[O];

export function showsField<O extends PersonalObject>(
  privacy: Privacy,
  object: O,
  field: FieldOf<O>,
): boolean {
  const rules: Record<PropertyKey, Rule> = personalFields[object];
  return rules[field]?.needs.every((name) => privacy[name]) ?? true;
}

export type HiddenField = { field: string; hidden: Rule['hidden'] };

export function hiddenFields(privacy: Privacy, object: PersonalObject): HiddenField[] {
  const rules: [string, Rule][] = Object.entries(personalFields[object]);
  return rules
    .filter(([, { needs }]) => !needs.every((name) => privacy[name]))
    .map(([field, { hidden }]) => ({ field, hidden }));
}

/** Returns the hiding function. Undefined if nothing is hidden now. */
export function hiderOf(
  privacy: Privacy,
  object: PersonalObject,
): ((body: Record<string, unknown>) => void) | undefined {
  if (hiddenFields(privacy, object).length === 0) return undefined;
  return (body) => hideFields(body, privacy, object);
}

/** Removes the hidden fields from an answer that was stored while the switches were on (D96). */
export function hideFields(
  body: Record<string, unknown>,
  privacy: Privacy,
  object: PersonalObject,
): void {
  for (const { field, hidden } of hiddenFields(privacy, object)) {
    if (hidden === 'absent') delete body[field];
    else body[field] = hidden === 'empty' ? [] : null;
  }
}
