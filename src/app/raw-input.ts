import { ApiError, type FieldIssue } from '../shared/errors.ts';
import { parseJsonDocument } from '../shared/json-document.ts';

/**
 * The JSON of a request, for all its procedures. tRPC parses it too, but takes what REST refuses: text
 * that PostgreSQL cannot store, any depth, numbers that do not come back, and names given twice (D17).
 */
export class RawInput {
  readonly #maxNames: number | undefined;
  #bytes: Uint8Array = new Uint8Array();
  #issues: FieldIssue[] | undefined;

  /** Without a limit of names, that of REST holds. */
  constructor(maxNames?: number) {
    this.#maxNames = maxNames;
  }

  /** The bytes of a body, or the text of a query. tRPC refuses an empty one where it needs an input. */
  arrived(json: Uint8Array | string): void {
    this.#bytes = Buffer.from(json);
  }

  /** Throws what is wrong with it, as REST does with a body. */
  requireReadable(): void {
    this.#issues ??= issuesOf(this.#bytes, this.#maxNames);
    if (this.#issues.length > 0) throw new ApiError('validation_error', { issues: this.#issues });
  }
}

function issuesOf(bytes: Uint8Array, maxNames: number | undefined): FieldIssue[] {
  if (bytes.length === 0) return [];
  const document = parseJsonDocument(bytes, maxNames);
  return document.ok ? [] : document.issues;
}
