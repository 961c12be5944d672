import { type StateTone, stateTones } from '../../../shared/web/states.ts';

/**
 * What each colour means in all charts: those of states, and `accent` for what is neither good nor bad. `stripes`: a
 * limit, which needs a person like the other amber states but comes from the caller's own pace. `server`: an
 * error of ours, beside those of callers. `volume`: how many there were, beside a score.
 */
export type Tone =
  | StateTone
  | 'accent'
  | 'stripes'
  | 'server'
  | 'volume'
  | 'before'
  | 'gap'
  | 'none';

export const fills: Record<Tone, string> = {
  works: 'fill-works',
  runs: 'fill-runs',
  needs: 'fill-needs',
  failed: 'fill-failed',
  ended: 'fill-ended',
  accent: 'fill-bars',
  // The bars themselves are striped. See Stripes.
  stripes: '',
  server: 'fill-server',
  volume: 'fill-edge',
  before: 'fill-transparent',
  gap: 'fill-transparent',
  none: 'fill-transparent',
};

/** The mark beside a name, in a legend and in a tip. Tones of states have the mark of their badge instead. */
export const swatches: Record<Exclude<Tone, StateTone>, string> = {
  accent: 'size-2 rounded-full bg-bars',
  stripes: 'striped size-2.5',
  server: 'size-2 bg-server',
  volume: 'size-2 bg-edge',
  before: 'w-5 border-t-2 border-dashed border-edge',
  gap: 'w-3 border-t border-dashed border-needs',
  none: 'hidden',
};

export function isStateTone(tone: Tone): tone is StateTone {
  return stateTones.some((one) => one === tone);
}
