import type { tables } from '../../db/generated/tables.ts';
import type { JsonKind } from './replace-in-json.ts';

/**
 * What an erasure does with a column. `own` is about rows of the person: the value is emptied or replaced,
 * the row is removed, or the row is removed with the account. `named` is about all rows of the team: the
 * person's name and addresses are replaced wherever the text contains them.
 */
type Erased = {
  own?: 'emptied' | 'replaced' | 'removed' | 'account';
  named?: 'text' | 'list' | JsonKind;
  /** The most characters that the column takes, or each text of a list. The replacement may be longer than a name. */
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

type Described = (typeof tables)[keyof typeof tables];
type ColumnsOf<Name> = Extract<Described, { table: Name }>['columns'];

/** A name is replaced in a text, in JSON, or in each text of an array. */
type NamedIn<Type> = Type extends 'json' | 'jsonb'
  ? JsonKind
  : Type extends 'text'
    ? 'text'
    : Type extends 'text[]'
      ? 'list'
      : never;

type Erase<Name, How extends 'walked' | 'by hand'> = {
  [Column in keyof ColumnsOf<Name>]?: How extends 'walked'
    ? Omit<Erased, 'named'> & { named?: NamedIn<ColumnsOf<Name>[Column]> }
    : Erased;
};

/** `eraseNames` walks along tables with `walk`. Code of their own replaces names in the others. */
type TableOf<Name> = Omit<Table, 'walk' | 'erase'> &
  (
    | { walk: readonly (keyof ColumnsOf<Name>)[]; erase: Erase<Name, 'walked'> }
    | { walk?: never; erase?: Erase<Name, 'by hand'> }
  );

/** Tables of schema.prisma. A column that is not there, or whose type an erasure cannot replace, does not compile. */
export type PersonalTables = { [Name in Described['table']]?: TableOf<Name> };

export const emptied = { own: 'emptied', named: 'text' } as const;
export const named = { named: 'text' } as const;
export const inRecord = { named: 'record' } as const;
export const removed = { own: 'removed' } as const;
export const withAccount = { own: 'account' } as const;

export const program = "the address of a customer's program";
export const hash = 'a hash or a sealed secret, which tells nothing of a person';
export const minute = 'removed after minutes or an hour by housekeeping';
export const ofTeam = 'what the team says of itself or of its own server';
