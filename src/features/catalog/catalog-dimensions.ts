/** The five lists of the catalog (spec, Catalog), in the order of its answer. */
export const catalogDimensions = [
  'situation',
  'personality',
  'industry',
  'role',
  'methodology',
] as const;
export type CatalogDimension = (typeof catalogDimensions)[number];
