import { catalogDimensions } from '../../../features/catalog/catalog-dimensions.ts';
import type { SubjectPolicies } from '../../../features/policies/policies.schema.ts';

/** The policies by dimension. An edit changes nothing else. */
export type Chosen = Omit<SubjectPolicies, 'member_id' | 'version'>;
export type ChosenPolicy = Chosen['situation'];

export function chosenOf({ member_id: _, version: __, ...chosen }: SubjectPolicies): Chosen {
  return chosen;
}

/** The entries that a policy allows. Without a policy, all entries are allowed. */
export function allowedOf(policy: ChosenPolicy, ids: readonly string[]): string[] {
  if (!policy) return [...ids];
  const named = new Set(policy.entry_ids);
  return ids.filter((id) => named.has(id) === (policy.mode === 'allow'));
}

type Allowed = { ids: readonly string[]; allowed: readonly string[] };

/** The policy that allows exactly these entries: it lists them, or it lists all others as blocked. */
export function policyOf(mode: 'allow' | 'block', { ids, allowed }: Allowed) {
  const entry_ids = mode === 'allow' ? [...allowed] : ids.filter((id) => !allowed.includes(id));
  return { mode, entry_ids };
}

const textOf = (policy: ChosenPolicy) =>
  policy ? `${policy.mode} ${[...policy.entry_ids].sort().join(' ')}` : '';

export function isSame(a: Chosen, b: Chosen): boolean {
  return catalogDimensions.every((dimension) => textOf(a[dimension]) === textOf(b[dimension]));
}
