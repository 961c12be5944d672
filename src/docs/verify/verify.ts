import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type BodyFault, bodyGuesses } from './body-guesses.ts';
import { envelopeFields, isObject } from './event-fields.ts';
import { readClock } from './read-clock.ts';
import { type Header, type HeaderFault, readHeader } from './read-header.ts';
import { formOf, type SecretFault, type SecretForm, secretGuesses } from './secret-guesses.ts';

/** A signature that is older, in seconds, is refused. A test compares the limit with the server's. */
export const LIFETIME_S = 300;
/** The service sends no larger body. Trying all guesses on many megabytes would freeze the tab. */
export const MAX_BODY_BYTES = 1_000_000;

/** What the body looks like when no signature matches. */
type BodyForm =
  /** The form in which the service writes it. */
  | 'as_sent'
  | 'other_form'
  /** Only the content of `data`. */
  | 'data_alone'
  | 'no_event'
  | 'no_json';

export type Pasted = {
  secret: string;
  header: string;
  body: Uint8Array;
  /** What the receiver's clock shows. Missing: this computer's clock is used. */
  clock?: string;
  /** This computer's clock, in Unix seconds. */
  now: number;
};

/** The age of the signature in seconds, by the receiver's clock. Negative if it lies in the future. */
type Aged = { age: number };

export type Verdict =
  | { kind: 'missing'; what: ('secret' | 'header' | 'body')[] }
  | { kind: 'too_large' }
  | { kind: 'clock' }
  | { kind: 'header'; fault: HeaderFault }
  | ({ kind: 'genuine' } & Aged)
  | ({ kind: 'too_old' } & Aged)
  /** The signature lies in the future. Libraries of Standard Webhooks refuse it; the receivers of the guide do not. */
  | ({ kind: 'ahead' } & Aged)
  /** The signature matches once these faults are undone. So they are proven. */
  | ({ kind: 'altered'; secret: SecretFault[]; body: BodyFault[] } & Aged)
  | ({ kind: 'no_match'; secret: SecretForm; body: BodyForm } & Aged);

/** Says whether a request is genuine and, if not, why, as far as that can be found. */
export function verify({ secret, header, body, clock = '', now }: Pasted): Verdict {
  const given = { secret: secret.trim(), header: header.trim(), body };
  const what = (['secret', 'header', 'body'] as const).filter((name) => given[name].length === 0);
  if (what.length > 0) return { kind: 'missing', what };
  if (body.length > MAX_BODY_BYTES) return { kind: 'too_large' };
  const read = readHeader(header);
  if (typeof read === 'string') return { kind: 'header', fault: read };
  const time = clock.trim() === '' ? now : readClock(clock);
  if (time === undefined) return { kind: 'clock' };
  const age = time - Number(read.t);
  const found = findMatch(secret, read, body);
  if (!found) return { kind: 'no_match', secret: formOf(given.secret), body: bodyForm(body), age };
  if (found.secret.length + found.body.length > 0) return { kind: 'altered', ...found, age };
  return { kind: kindOf(age), age };
}

function kindOf(age: number): 'genuine' | 'too_old' | 'ahead' {
  if (age > LIFETIME_S) return 'too_old';
  return age < -LIFETIME_S ? 'ahead' : 'genuine';
}

/** When the request was signed, in Unix seconds. Undefined if the header cannot be read. */
export function signedAt(header: string): number | undefined {
  const read = readHeader(header);
  return typeof read === 'string' ? undefined : Number(read.t);
}

/** The intermediate results of the right computation, with which readers can compare their own. */
export type Computed = { v1: string; start: string; bytes: number };

export function compute({ secret, header, body }: Omit<Pasted, 'now'>): Computed | undefined {
  const read = readHeader(header);
  if (typeof read === 'string') return undefined;
  const message = signedBytes(read.t, body);
  return { v1: hmacHex(secret.trim(), message), start: `${read.t}.`, bytes: message.length };
}

type Found = { secret: SecretFault[]; body: BodyFault[] };

function findMatch(secret: string, { t, v1 }: Header, given: Uint8Array): Found | undefined {
  const secrets = secretGuesses(secret);
  for (const { body, faults } of bodyGuesses(given)) {
    const message = signedBytes(t, body);
    for (const guess of secrets) {
      if (hmacHex(guess.secret, message) === v1) {
        return { secret: guess.faults, body: faults };
      }
    }
  }
  return undefined;
}

function bodyForm(body: Uint8Array): BodyForm {
  const text = new TextDecoder().decode(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'no_json';
  }
  if (!isObject(value)) return 'no_event';
  if (envelopeFields.every((field) => Object.hasOwn(value, field))) {
    return JSON.stringify(value) === text ? 'as_sent' : 'other_form';
  }
  return 'team_id' in value ? 'data_alone' : 'no_event';
}

/** HMAC-SHA256 in hex. The browser's own exists only on HTTPS and localhost. This one works on every page. */
function hmacHex(secret: string, message: Uint8Array): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), message));
}

/** The bytes that are signed: the time, a dot, and the body byte for byte. */
function signedBytes(time: string, body: Uint8Array): Uint8Array {
  const start = utf8ToBytes(`${time}.`);
  const all = new Uint8Array(start.length + body.length);
  all.set(start);
  all.set(body, start.length);
  return all;
}
