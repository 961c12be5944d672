const de = {
  closing: 'Abschluss',
  conversation_control: 'Gesprächsführung',
  needs_analysis: 'Bedarfsanalyse',
  objection_handling: 'Einwandbehandlung',
  value_argument: 'Nutzenargumentation',
};
type Skills = typeof de;
const en: Skills = {
  closing: 'Closing',
  conversation_control: 'Conversation control',
  needs_analysis: 'Needs analysis',
  objection_handling: 'Objection handling',
  value_argument: 'Value argument',
};

/** The five dimensions of a score. */
export const skills = { de, en };
export type Skill = keyof Skills;

/** A dimension that is newer than this page is shown by its name. */
export function skillText(name: string, names: Skills): string {
  return Object.hasOwn(names, name) ? names[name as Skill] : name;
}
