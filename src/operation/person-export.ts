import type { RightOf } from '../auth/rights.ts';
import type { PeopleHandles } from '../db/transaction.ts';
import type { Visit } from './call.ts';

/** Reads one piece of an export, with a connection for this time alone. */
export type ReadPiece = <T>(work: (...handles: PeopleHandles) => Promise<T>) => Promise<T>;

/** A file about a person, over all teams. */
export type PersonExport = {
  right: RightOf<'signed_in'>;
  fileName: string;
  /** Records in the person's security log that it was taken along. */
  begin(
    visit: Pick<Visit, 'now' | 'ip' | 'userAgent'>,
    handles: PeopleHandles,
    personId: string,
  ): Promise<void>;
  /** The text of the file, one piece after the other. */
  pieces(
    read: ReadPiece,
    of: { personId: string; now: Date },
    /** How many rows of a list are in memory at once. */
    rows?: number,
  ): AsyncGenerator<string>;
};
