import { WebhookError } from './webhook-error.ts';

/** The service never sends a larger body. */
const MOST_BYTES = 1_000_000;

export function requireSize(bytes: number): void {
  if (bytes > MOST_BYTES) {
    throw new WebhookError('too_large', `no event has more than ${MOST_BYTES} bytes`);
  }
}

/** Collects the parts of a body. Throws as soon as the body is larger than any event. */
export class LimitedBody {
  readonly #parts: Uint8Array[] = [];
  #size = 0;

  add(part: Uint8Array): void {
    this.#size += part.length;
    requireSize(this.#size);
    this.#parts.push(part);
  }

  bytes(): Uint8Array {
    const all = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}

/** Reads the body of a request of `fetch`. */
export async function readRequest({ body, bodyUsed }: Request): Promise<Uint8Array> {
  if (bodyUsed)
    throw alreadyRead('Read it nowhere before the receiver, or give it request.clone()');
  const limited = new LimitedBody();
  const reader = body?.getReader();
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      limited.add(part.value);
    }
  } catch (error) {
    await reader?.cancel(error);
    throw error;
  }
  return limited.bytes();
}

export function alreadyRead(cure: string): WebhookError {
  return new WebhookError(
    'body_parsed',
    `the bytes of the body are gone: something has read it before the receiver. ${cure}`,
  );
}
