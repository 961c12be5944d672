import type { CatalogDimension } from '../../features/catalog/catalog-dimensions.ts';

/** The five lists of the catalog, in its order. */
export const catalogDimensions = [
  ...(['situation', 'personality', 'industry', 'role', 'methodology'] as const),
] satisfies readonly CatalogDimension[];
/** The lists of the catalog that an assignment chooses from. */
export const chosenDimensions = ['situation', 'personality', 'industry'] as const;
export type ChosenDimension = (typeof chosenDimensions)[number];
