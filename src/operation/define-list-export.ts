import type { z } from 'zod';
import type { RightOf, TeamWho } from '../auth/rights.ts';
import type { Language } from '../shared/language/language.ts';
import type { TeamVisit } from './call.ts';

export type ExportFormat = 'csv' | 'ndjson';

/**
 * An export begins with a fresh proof, because it copies a whole log. Each further piece needs only
 * the right of the list: a file may take longer than a proof stays fresh.
 */
type ExportRights = { begin: RightOf<TeamWho>; read: RightOf<TeamWho> };

/** A list of the app that can be exported as a file, with the filter of the list. */
export type ListExport<Filter, Row> = {
  rights: ExportRights;
  filter: z.ZodType<Filter>;
  columns: readonly {
    title: Record<Language, string>;
    cellOf: (row: Row, language: Language) => unknown;
  }[];
  /** Records the export in the audit log. */
  begin(call: TeamVisit, taken: { filter: Filter; format: ExportFormat }): Promise<void>;
  /** The rows that follow the cursor. */
  read(
    call: TeamVisit,
    wanted: { filter: Filter; cursor: string | undefined; limit: number },
  ): Promise<{ data: Row[]; next_cursor: string | null }>;
};

/** An export, for code that does not know the type of the rows. */
export type AnyListExport = {
  rights: ExportRights;
  /** Checks the filter. Throws if it is wrong. */
  open(input: unknown): {
    head: (language: Language) => string[];
    begin: (call: TeamVisit, format: ExportFormat) => Promise<void>;
    read: (call: TeamVisit, cursor: string | undefined, limit: number) => Promise<ExportPiece>;
  };
};

type ExportPiece = {
  rows: { cells: (language: Language) => unknown[]; json: unknown }[];
  next_cursor: string | null;
};

export function defineListExport<Filter, Row>(input: ListExport<Filter, Row>): AnyListExport {
  const { rights, columns } = input;
  return {
    rights,
    open(requested) {
      const filter = input.filter.parse(requested);
      return {
        head: (language) => columns.map(({ title }) => title[language]),
        begin: (call, format) => input.begin(call, { filter, format }),
        async read(call, cursor, limit) {
          const { data, next_cursor } = await input.read(call, { filter, cursor, limit });
          const rows = data.map((row) => ({
            cells: (language: Language) => columns.map((column) => column.cellOf(row, language)),
            json: row,
          }));
          return { rows, next_cursor };
        },
      };
    },
  };
}

/** Makes the columns of a list of such rows, each with its title in both languages. */
export function columnsOf<Row>() {
  return (de: string, en: string, cellOf: (row: Row) => unknown) => ({
    title: { de, en },
    cellOf,
  });
}
