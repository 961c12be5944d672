/** The five lists of the catalog (spec, Catalog), in the order of its answer. */
export const dimensions = ['situation', 'personality', 'industry', 'role', 'methodology'] as const;
export type Dimension = (typeof dimensions)[number];
