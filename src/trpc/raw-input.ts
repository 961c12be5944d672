import { ApiError } from '../shared/errors/errors.ts';
import {
  type JsonObject,
  type ParsedDocument,
  parseJsonDocument,
} from '../shared/json/json-document.ts';
import type { ArrivingBody } from '../shared/load/unused-bodies.ts';

/**
 * The JSON of a request, for all its procedures. It is read as strictly as in REST (D17), and only when the
 * first procedure asks for it: so a call that is refused earlier costs nothing.
 */
export class RawInput {
  readonly #maxNames: number | undefined;
  #body: ArrivingBody | undefined;
  #json: Uint8Array | string = '';
  #document: ParsedDocument | undefined;

  /** Without `maxNames`, the limit of REST applies. */
  constructor(maxNames?: number) {
    this.#maxNames = maxNames;
  }

  /** Takes the bytes of a body, or the text of a query. If they are empty, there is no input. */
  arrived(json: Uint8Array | string, body?: ArrivingBody): void {
    this.#json = json;
    this.#body = body;
  }

  /** Throws the faults of the JSON, as REST does for a body. */
  requireReadable(): void {
    const document = this.#read();
    if (document?.ok === false) throw new ApiError('validation_error', { issues: document.issues });
  }

  /** The input. Undefined if there is none, or if it cannot be read. */
  get value(): JsonObject | undefined {
    const document = this.#read();
    return document?.ok ? document.value : undefined;
  }

  #read(): ParsedDocument | undefined {
    if (this.#json.length > 0) {
      this.#document = parseJsonDocument(Buffer.from(this.#json), {
        maxNames: this.#maxNames,
        take: this.#body?.take,
      });
      this.#json = '';
    }
    return this.#document;
  }
}
