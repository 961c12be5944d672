import type { BlockList } from 'node:net';

/** Why a URL is no target: the customer can put the first two right, the third may pass by itself. */
export type Refusal = { reason: 'invalid_url' | 'target_blocked' | 'dns_error'; detail: string };

/** A URL whose every address may be reached, at the moment it was asked. */
export type Target = { url: URL; addresses: readonly string[] };

export type Verdict = { target: Target } | { refusal: Refusal };

export type Resolver = { resolve(hostname: string, signal: AbortSignal): Promise<string[]> };

/** Who may be reached from here: one judgement for creating, changing and every attempt (D152). */
export class TargetGuard {
  constructor(_options: { resolver: Resolver; allowed: BlockList }) {}

  judge(_url: string, _signal: AbortSignal): Promise<Verdict> {
    return Promise.reject(new Error('being written'));
  }
}
