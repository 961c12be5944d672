import type { InEach } from '../language/language.ts';

/**
 * What a repeated attempt can do. `change`: nothing, until something has changed. `wait`: it helps as soon as the server
 * works again. `ours`: the fault was ours, and it may pass. `unknown`: only the receiver knows.
 */
export const repeats = {
  change: {
    de: 'Jeder Versuch sendet denselben Inhalt. Wiederholen hilft erst, wenn sich etwas geändert hat.',
    en: 'Each attempt sends the same content. Retrying will not help until something has changed.',
  },
  wait: {
    de: 'Wiederholen hilft, sobald der Server wieder wie gewohnt antwortet.',
    en: 'Retrying helps as soon as the server responds as usual.',
  },
  ours: {
    de: 'Wiederholen kann helfen.',
    en: 'Retrying can help.',
  },
  unknown: {
    de: 'Ob Wiederholen hilft, hängt vom Empfänger ab.',
    en: 'Whether retrying helps depends on the receiver.',
  },
} as const satisfies Record<string, InEach<string>>;

export type Repeat = keyof typeof repeats;

type Words = { says: string; todo: string };
export type Cause = { repeat: Repeat } & InEach<Words>;

/** A cause in both languages: what it says, and what to do. */
export const cause = (repeat: Repeat, de: [string, string], en: [string, string]): Cause => ({
  repeat,
  de: { says: de[0], todo: de[1] },
  en: { says: en[0], todo: en[1] },
});
