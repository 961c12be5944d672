import { ApiError, type FieldIssue } from '../shared/errors.ts';
import { type JsonObject, parseJsonDocument } from '../shared/json-document.ts';

/** The JSON of a request, for all its procedures. It is read as strictly as in REST (D17). */
export class RawInput {
  readonly #maxNames: number | undefined;
  #issues: FieldIssue[] = [];
  #value: JsonObject | undefined;

  /** Without a limit of names, that of REST holds. */
  constructor(maxNames?: number) {
    this.#maxNames = maxNames;
  }

  /** The bytes of a body, or the text of a query. Without any there is no input. */
  arrived(json: Uint8Array | string): void {
    if (json.length === 0) return;
    const document = parseJsonDocument(Buffer.from(json), this.#maxNames);
    if (document.ok) this.#value = document.value;
    else this.#issues = document.issues;
  }

  /** Throws what is wrong with it, as REST does with a body. */
  requireReadable(): void {
    if (this.#issues.length > 0) throw new ApiError('validation_error', { issues: this.#issues });
  }

  /** Undefined if there is none, or if it cannot be read. */
  get value(): JsonObject | undefined {
    return this.#value;
  }
}
