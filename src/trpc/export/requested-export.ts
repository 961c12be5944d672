import { z } from 'zod';
import { listExports } from '../../features/router.ts';
import type { AnyListExport, ExportFormat } from '../../operation/define-list-export.ts';
import { ApiError } from '../../shared/errors/errors.ts';
import { fieldIssues } from '../../shared/errors/field-issues.ts';
import { type Language, languages } from '../../shared/language/language.ts';

export type RequestedExport = {
  name: string;
  format: ExportFormat;
  rights: AnyListExport['rights'];
  /** The language of the file. Undefined for the language of the person. */
  language: Language | undefined;
  /**
   * Checks the filter, and throws its faults. Called only after it is certain that the person may export.
   */
  open: () => ReturnType<AnyListExport['open']>;
};

const byName: Record<string, AnyListExport> = listExports;
const places = { path: new Set<string>(), rest: 'query' } as const;

/** Reads which export a URL such as `/audit-log.csv?action=member.removed&lang=de` asks for. */
export function requestedExport(url: string): RequestedExport {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const [, name = '', ending] = /^\/([a-z-]{1,40})\.(csv|ndjson)$/.exec(path) ?? [];
  const listed = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (!listed) throw new ApiError('not_found');
  const { lang, ...filter } = parametersOf(query);
  return {
    name,
    format: ending === 'csv' ? 'csv' : 'ndjson',
    rights: listed.rights,
    language: checked(() => z.enum(languages).optional().parse(lang)),
    open: () => checked(() => listed.open(filter)),
  };
}

/**
 * Reads the parameters as REST does: an empty value is absent (D16), and no parameter may come twice (D15).
 */
function parametersOf(query: string): Record<string, string> {
  const parameters = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  const names = new Set(parameters.map(([name]) => name));
  if (names.size < parameters.length) {
    throw new ApiError('validation_error', { field: 'query', detail: 'A parameter comes twice.' });
  }
  return Object.fromEntries(parameters);
}

function checked<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw new ApiError('validation_error', { issues: fieldIssues(error, places) });
  }
}
