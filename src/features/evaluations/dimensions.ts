/** The dimensions of a score, in alphabetical order (spec, Score). */
export const dimensions = [
  'closing',
  'conversation_control',
  'needs_analysis',
  'objection_handling',
  'value_argument',
] as const;
export type Dimension = (typeof dimensions)[number];
