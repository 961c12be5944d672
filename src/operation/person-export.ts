import type { RightOf } from '../auth/rights.ts';
import type { PeopleHandles } from '../db/transaction.ts';
import type { Visit } from './call.ts';

/** Reads one piece of an export, and holds a connection only for that time. */
export type ReadPiece = <T>(work: (handles: PeopleHandles) => Promise<T>) => Promise<T>;

/** A file about a person, from all teams of the person. */
export type PersonExport = {
  right: RightOf<'signed_in'>;
  fileName: string;
  /** Records the export in the person's security log. */
  begin(
    visit: Pick<Visit, 'now' | 'ip' | 'userAgent'>,
    handles: PeopleHandles,
    personId: string,
  ): Promise<void>;
  /** The text of the file, one piece after the other. */
  chunks(
    read: ReadPiece,
    reader: { personId: string; now: Date },
    /** How many rows of a list are in memory at once. */
    rows?: number,
  ): AsyncGenerator<string>;
};
