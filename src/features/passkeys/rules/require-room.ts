import { AppError } from '../../../shared/app-errors.ts';
import { MAX_PASSKEYS } from '../passkeys.schema.ts';

export function requireRoom(passkeys: number): void {
  if (passkeys >= MAX_PASSKEYS) {
    throw new AppError('too_many_passkeys', { detail: `At most ${MAX_PASSKEYS} passkeys.` });
  }
}
