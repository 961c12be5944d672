import type { Language } from '../../../shared/language/language.ts';
import { type StateOf, statesOf, stateWord, toneOf } from '../../../shared/web/states.ts';
import type { Tone } from '../../ui/chart/tones.ts';

/** Charts and rows tell apart what badges do not: who has to do something. */
const charted: Partial<Record<StateOf<'request'>, Tone>> = { limited: 'stripes', server: 'server' };

export const toneOfEnding = (ending: StateOf<'request'>): Tone =>
  charted[ending] ?? toneOf('request', ending);

/** How requests ended, as the bars of a chart: what went well is at the bottom. */
export function endingSeries(values: Record<StateOf<'request'>, number[]>, language: Language) {
  return statesOf('request').map((ending) => ({
    name: stateWord('request', ending, language),
    tone: toneOfEnding(ending),
    values: values[ending],
  }));
}
