import { WebhookError } from './webhook-error.ts';

/** The headers of a request, in the form of any server. */
export type WebhookHeaders =
  | { get(name: string): string | null | undefined }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export type Signature = { t: string; v1: Uint8Array<ArrayBuffer> };

const NAME = 'svc-signature';

/** Reads `Svc-Signature`: `t=<unix seconds>,v1=<hex>`. The header may have further parts. */
export function readSignature(headers: WebhookHeaders): Signature {
  const value = headerOf(headers);
  if (value === undefined) {
    throw new WebhookError(
      'missing_header',
      'the request has no header Svc-Signature. It does not come from the service, or a proxy drops the header',
    );
  }
  if (/^["']/.test(value)) malformed('it is in quotes, which do not belong to it');
  const parts = value.split(',').map((part) => part.trim());
  const [t, v1] = ['t', 'v1'].map((name) => {
    const values = parts.flatMap((each) =>
      each.startsWith(`${name}=`) ? each.slice(name.length + 1) : [],
    );
    if (values.length !== 1) malformed(`it has ${values.length || 'no'} ${name}`);
    return values[0] ?? '';
  });
  if (!t || !/^\d{1,12}$/.test(t)) return malformed('t is not a time in seconds');
  if (!v1 || !/^[\da-f]{64}$/.test(v1)) {
    return malformed('v1 is not 64 hexadecimal digits in small letters');
  }
  const bytes = Uint8Array.from(v1.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return { t, v1: bytes };
}

/** Finds the header in any case, because servers write the names of headers in different ways. */
function headerOf(headers: WebhookHeaders): string | undefined {
  const { get } = headers;
  if (typeof get === 'function') return get.call(headers, NAME)?.trim() || undefined;
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === NAME);
  return found?.[1]?.toString().trim() || undefined;
}

function malformed(reason: string): never {
  throw new WebhookError(
    'malformed_signature',
    `${reason}. The header Svc-Signature is t=<unix seconds>,v1=<hex>`,
  );
}
