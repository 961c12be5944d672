/** What a training is scored by, in the order of the alphabet (spec, Score). */
export const dimensions = [
  'closing',
  'conversation_control',
  'needs_analysis',
  'objection_handling',
  'value_argument',
] as const;
export type Dimension = (typeof dimensions)[number];
