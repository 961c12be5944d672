import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Coding = 'br' | 'gzip';
type Packed = {
  body: string | Buffer;
  encoding: Coding | undefined;
  /**
   * Set for each body above the limit, even if it is not compressed, so that caches keep the two forms apart.
   */
  vary: 'Accept-Encoding' | undefined;
};

const MIN_BYTES = 1024;
const MAX_CODINGS = 20;
const CODING =
  /^([!#$%&'*+.^_`|~0-9a-z-]+)(?:[ \t]*;[ \t]*q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/;
// Above this quality, brotli takes far more time than its smaller answers save.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Compresses bodies above 1 KiB with gzip or br, in zlib's own threads (D19). */
export async function compress(
  body: string | Buffer,
  acceptEncoding: string | undefined,
): Promise<Packed> {
  if (Buffer.byteLength(body) <= MIN_BYTES) return { body, encoding: undefined, vary: undefined };
  const encoding = preferredCoding(acceptEncoding);
  return { body: await pack(body, encoding), encoding, vary: 'Accept-Encoding' };
}

function pack(
  body: string | Buffer,
  coding: Coding | undefined,
): string | Buffer | Promise<Buffer> {
  switch (coding) {
    case 'br':
      return packBrotli(body, BROTLI);
    case 'gzip':
      return packGzip(body);
    case undefined:
      return body;
  }
}

/**
 * The coding that the client prefers (RFC 9110, section 12.5.3). `br` if it prefers both equally. Undefined
 * if it accepts none.
 */
export function preferredCoding(acceptEncoding: string | undefined): Coding | undefined {
  const weights = parseWeights(acceptEncoding ?? '');
  const rest = weights.get('*') ?? 0;
  const br = weights.get('br') ?? rest;
  const zip = weights.get('gzip') ?? weights.get('x-gzip') ?? rest;
  const best = Math.max(br, zip);
  if (best === 0 || best < (weights.get('identity') ?? 0)) return undefined;
  return br === best ? 'br' : 'gzip';
}

function parseWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const text of header.split(',', MAX_CODINGS)) {
    const match = CODING.exec(text.trim().toLowerCase());
    if (match?.[1]) weights.set(match[1], Number(match[2] ?? 1));
  }
  return weights;
}
