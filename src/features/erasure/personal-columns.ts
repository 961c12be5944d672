import type { JsonKind } from './replace-in-json.ts';

/**
 * What an erasure does with a column. `own` is about rows of the person: the value is emptied or replaced,
 * the row is removed, or the row is removed with the account. `named` is about all rows of the team: the
 * person's name and addresses are replaced wherever the text contains them.
 */
type Erased = {
  own?: 'emptied' | 'replaced' | 'removed' | 'account';
  named?: 'text' | JsonKind;
  /** The most characters that the column takes. The replacement may be longer than a name. */
  most?: number;
};

export type Table = {
  /** Columns that are kept: ids and numbers, so that sums and references stay right. */
  ids?: string;
  /** Columns that are not personal: states, kinds, settings. */
  plain?: string;
  /** Personal columns that are kept, each with the reason. */
  keep?: Record<string, string>;
  erase?: Record<string, Erased>;
  /** The columns, after `tenant_id`, by which an erasure walks along the rows that may name somebody. */
  walk?: readonly string[];
};

export const emptied = { own: 'emptied', named: 'text' } as const;
export const named = { named: 'text' } as const;
export const inRecord = { named: 'record' } as const;
export const removed = { own: 'removed' } as const;
export const withAccount = { own: 'account' } as const;

export const program = "the address of a customer's program";
export const hash = 'a hash or a sealed secret, which tells nothing of a person';
export const minute = 'removed after minutes or an hour by housekeeping';
export const ofTeam = 'what the team says of itself or of its own server';
