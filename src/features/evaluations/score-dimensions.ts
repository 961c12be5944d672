/** The dimensions of a score, in alphabetical order (spec, Score). */
export const scoreDimensions = [
  'closing',
  'conversation_control',
  'needs_analysis',
  'objection_handling',
  'value_argument',
] as const;
export type ScoreDimension = (typeof scoreDimensions)[number];
