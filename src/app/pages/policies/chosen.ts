import { catalogDimensions } from '../../../features/catalog/catalog-dimensions.ts';
import type { SubjectPolicies } from '../../../features/policies/policies.schema.ts';

/** The policies by dimension, which are what an edit changes. */
export type Chosen = Omit<SubjectPolicies, 'member_id' | 'version'>;
export type ChosenPolicy = Chosen['situation'];

export function chosenOf({ member_id: _, version: __, ...chosen }: SubjectPolicies): Chosen {
  return chosen;
}

const textOf = (policy: ChosenPolicy) =>
  policy ? `${policy.mode} ${[...policy.entry_ids].sort().join(' ')}` : '';

export function isSame(a: Chosen, b: Chosen): boolean {
  return catalogDimensions.every((dimension) => textOf(a[dimension]) === textOf(b[dimension]));
}
