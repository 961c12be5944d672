import type { Dimension } from '../../features/catalog/dimensions.ts';

/** The five lists of the catalog, in its order. */
export const dimensions = [
  ...(['situation', 'personality', 'industry', 'role', 'methodology'] as const),
] satisfies readonly Dimension[];
/** The lists of the catalog that an assignment chooses from. */
export const chosenDimensions = ['situation', 'personality', 'industry'] as const;
export type ChosenDimension = (typeof chosenDimensions)[number];
