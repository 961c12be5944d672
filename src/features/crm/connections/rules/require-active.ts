import type { Because } from '../../../../shared/errors/because.ts';
import { ApiError } from '../../../../shared/errors/errors.ts';
import type { Connection } from './find-connection.ts';

const refusals: Record<string, Because> = {
  paused: 'crm_paused',
  sign_in: 'crm_sign_in_first',
};

/** Refuses an action that needs a connection that synchronizes. */
export function requireActive({ state }: Connection): void {
  if (state === 'active') return;
  throw new ApiError('conflict', { because: refusals[state] ?? 'crm_disconnected' });
}

/** Refuses an action that a connection cannot do once it has ended. */
export function requireConnected({ state }: Connection): void {
  if (state !== 'ended' && state !== 'removing') return;
  throw new ApiError('conflict', { because: 'crm_disconnected' });
}

export function requireNotRemoving({ state }: Connection): void {
  if (state !== 'removing') return;
  throw new ApiError('conflict', { because: 'crm_disconnected' });
}
