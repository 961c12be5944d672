import { argon2, type BinaryLike, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../shared/errors/app-errors.ts';
import { FairQueue } from '../shared/load/fair-queue.ts';

/** OWASP's advice of 2026 for argon2id: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** The last sign-in in the queue waits for a third of a second. */
export const OF_EACH_NAME = { runningOfHolder: 1, waitingOfHolder: 2, waitingHolders: 16 };
const refusal = () => new AppError('sign_in_busy');

const argon2id = promisify(argon2);
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

type Parameters = typeof PARAMETERS;
type PasswordCheck = {
  matches: boolean;
  /** True if the hash was made with other parameters than today's. */
  isDated: boolean;
};

/** Who waits for a hash. One name may have one running hash, and two waiting ones. */
export type PasswordQueue = {
  /** The queue. People who are known by a session, a link or their browser do not wait in the queue of sign-ins. */
  queue: 'sign_in' | 'signed_in';
  name: string;
};

/**
 * Hashes few passwords at once. Each hash costs tens of milliseconds and megabytes, and a flood must not stop
 * the process. Members who prove their identity do not wait in the queue of sign-ins.
 */
export class Passwords {
  readonly #queues = {
    sign_in: new FairQueue<string>({ ...OF_EACH_NAME, running: 2, refusal }),
    signed_in: new FairQueue<string>({ ...OF_EACH_NAME, running: 1, refusal }),
  };

  async hash(password: string, place: PasswordQueue): Promise<string> {
    const salt = randomBytes(SALT_BYTES);
    const hash = await this.#queued(place, () => derive(password, salt, PARAMETERS));
    const { memory, passes, parallelism } = PARAMETERS;
    return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(hash)}`;
  }

  /** Verifies a password. Takes the same time if there is no password to compare with. */
  async verify(
    password: string,
    stored: string | null,
    place: PasswordQueue,
  ): Promise<PasswordCheck> {
    const { parameters, salt, hash } = parse(stored);
    const derived = await this.#queued(place, () => derive(password, salt, parameters));
    const isDated = Object.entries(PARAMETERS).some(
      ([name, value]) => parameters[name as keyof Parameters] !== value,
    );
    return { matches: timingSafeEqual(derived, hash) && stored !== null, isDated };
  }

  #queued<T>({ queue, name }: PasswordQueue, work: () => Promise<T>): Promise<T> {
    return this.#queues[queue].run(name, work);
  }
}

/** The hash to compare with if there is no password, so that a sign-in takes the same time. */
const hashOfNoPassword = {
  parameters: PARAMETERS,
  salt: randomBytes(SALT_BYTES),
  hash: randomBytes(HASH_BYTES),
};

function parse(stored: string | null): { parameters: Parameters; salt: Buffer; hash: Buffer } {
  if (stored === null) return hashOfNoPassword;
  const [, memory, passes, parallelism, salt, hash] = phc.exec(stored) ?? [];
  if (!salt || !hash) throw new Error('A stored password is no PHC string of argon2id');
  return {
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
    },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/**
 * Hashes a password. Texts that look equal get one spelling first, because keyboards compose an
 * umlaut differently.
 */
function derive(password: string, salt: BinaryLike, parameters: Parameters): Promise<Buffer> {
  const message = password.normalize('NFKC');
  return argon2id('argon2id', {
    message,
    nonce: salt,
    tagLength: HASH_BYTES,
    ...parameters,
  });
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
