import type { z } from 'zod';
import type { RightOf, TeamWho } from '../auth/rights.ts';
import type { Language } from '../shared/language.ts';
import type { TeamVisit } from './call.ts';

export type ExportFormat = 'csv' | 'ndjson';

/** A list of the app that can be taken along as a file, with the filter of the list. */
export type TeamExport<Filter, Row> = {
  right: RightOf<TeamWho>;
  filter: z.ZodType<Filter>;
  columns: readonly {
    title: Record<Language, string>;
    of: (row: Row, language: Language) => unknown;
  }[];
  /** Records in the audit log that it was taken along. */
  begin(call: TeamVisit, taken: { filter: Filter; format: ExportFormat }): Promise<void>;
  /** The rows that follow the cursor. */
  read(
    call: TeamVisit,
    wanted: { filter: Filter; cursor: string | undefined; limit: number },
  ): Promise<{ data: Row[]; next_cursor: string | null }>;
};

/** An export whose rows only it knows. */
export type AnyTeamExport = {
  right: RightOf<TeamWho>;
  /** Checks the filter, and throws what is wrong with it. */
  open(given: unknown): {
    head: (language: Language) => string[];
    begin: (call: TeamVisit, format: ExportFormat) => Promise<void>;
    read: (call: TeamVisit, cursor: string | undefined, limit: number) => Promise<ExportPiece>;
  };
};

type ExportPiece = {
  rows: { cells: (language: Language) => unknown[]; json: unknown }[];
  next_cursor: string | null;
};

export function teamExport<Filter, Row>(given: TeamExport<Filter, Row>): AnyTeamExport {
  const { right, columns } = given;
  return {
    right,
    open(asked) {
      const filter = given.filter.parse(asked);
      return {
        head: (language) => columns.map(({ title }) => title[language]),
        begin: (call, format) => given.begin(call, { filter, format }),
        async read(call, cursor, limit) {
          const { data, next_cursor } = await given.read(call, { filter, cursor, limit });
          const rows = data.map((row) => ({
            cells: (language: Language) => columns.map((column) => column.of(row, language)),
            json: row,
          }));
          return { rows, next_cursor };
        },
      };
    },
  };
}
