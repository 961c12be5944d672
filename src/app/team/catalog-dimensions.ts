/** The lists of the catalog that an assignment chooses from. */
export const chosenDimensions = ['situation', 'personality', 'industry'] as const;
export type ChosenDimension = (typeof chosenDimensions)[number];
