import { timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import { refuseWhileReset } from '../db/require-settled-sandbox.ts';
import type { TeamDb } from '../db/team-db.ts';
import { AppError } from '../shared/errors/app-errors.ts';
import { ApiError } from '../shared/errors/errors.ts';
import type { ServiceActor } from './actor.ts';
import { bearerToken } from './bearer.ts';
import { contains } from './ip-range.ts';
import { Privacy, type PrivacySwitches, privacyColumns } from './privacy.ts';
import { hashToken } from './token.ts';

type Sent = { authorization: readonly string[] | undefined; ip: string | null };

/**
 * The tokens with which the product's own backend calls `/trpc`. There are two tokens while the
 * operator replaces one.
 */
export class ServiceTokens {
  readonly #hashes: readonly Buffer[];
  readonly #networks: BlockList | undefined;

  /** Without networks, the tokens are valid from every address. */
  constructor(tokens: readonly string[], networks: BlockList | undefined) {
    this.#hashes = tokens.map(hashToken);
    this.#networks = networks;
  }

  /** Compares with each hash in constant time, so that the time reveals nothing about a token. */
  admits({ authorization = [], ip }: Sent): boolean {
    const [header, ...more] = authorization;
    const presented = hashToken(bearerToken(header) ?? '');
    const matching = this.#hashes.filter((hash) => timingSafeEqual(hash, presented));
    return matching.length > 0 && more.length === 0 && this.#isNear(ip);
  }

  #isNear(ip: string | null): boolean {
    return this.#networks === undefined || (ip !== null && contains(this.#networks, ip));
  }
}

type Row = { status: string; sandbox_state: string | null } & PrivacySwitches;

/**
 * Reads the actor for the product's backend on the team of this handle. If the team does not exist or has
 * ended, the backend gets the answer to a wrong token. In a suspended team, and in a sandbox that is being
 * reset, it may change nothing.
 */
export async function readServiceActor(db: TeamDb): Promise<ServiceActor> {
  const team = await db.row<Row>(
    `select t.status, t.sandbox_state, ${privacyColumns} from tenant t where t.id = $1`,
  );
  if (!team || team.status === 'ended') throw new ApiError('unauthorized');
  if (team.status === 'suspended') throw new AppError('team_suspended');
  if (team.sandbox_state === 'resetting') refuseWhileReset();
  return { kind: 'service', tenantId: db.tenantId, privacy: Privacy.of(team) };
}
