import type { ScoreDimension } from '../../features/evaluations/score-dimensions.ts';
import type { InEach } from '../../shared/language/language.ts';

type Skills = Record<ScoreDimension, string>;

/** The skills, in the order of a sales conversation. */
const de: Skills = {
  needs_analysis: 'Bedarfsanalyse',
  value_argument: 'Nutzenargumentation',
  objection_handling: 'Einwandbehandlung',
  conversation_control: 'Gesprächsführung',
  closing: 'Abschluss',
};
const en: Skills = {
  needs_analysis: 'Needs analysis',
  value_argument: 'Value argument',
  objection_handling: 'Objection handling',
  conversation_control: 'Conversation control',
  closing: 'Closing',
};

/** The five dimensions of a score. */
export const skills = { de, en } satisfies InEach<Skills>;
export const skillsInOrder = Object.keys(de) as ScoreDimension[];

/** A dimension that this page does not know yet is shown by its own name. */
export function skillText(name: string, names: Skills): string {
  return Object.hasOwn(names, name) ? names[name as ScoreDimension] : name;
}
