/** What each colour means in all charts. `accent`: success. `warn`: refused. `limit`: over a limit. `bad`: failed. */
export type Tone = 'accent' | 'wash' | 'warn' | 'limit' | 'bad' | 'before' | 'gap' | 'none';

export const fills: Record<Tone, string> = {
  accent: 'fill-accent',
  wash: 'fill-accent-wash',
  warn: 'fill-warn',
  limit: 'fill-limit',
  bad: 'fill-bad',
  before: 'fill-transparent',
  gap: 'fill-transparent',
  none: 'fill-transparent',
};

/** The coloured mark beside a name, in a legend and in a tip. */
export const swatches: Record<Tone, string> = {
  accent: 'size-2 rounded-full bg-accent',
  wash: 'size-2 rounded-full border border-edge bg-accent-wash',
  warn: 'size-2 rounded-full bg-warn',
  limit: 'size-2 rounded-full bg-limit',
  bad: 'size-2 rounded-full bg-bad',
  before: 'w-3 border-t-2 border-dashed border-edge',
  gap: 'w-3 border-t border-dashed border-warn',
  none: 'hidden',
};
