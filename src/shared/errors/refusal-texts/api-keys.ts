import type { InEach } from '../../language/language.ts';

/** Refusals about API keys. */
export const apiKeyRefusals = {
  no_such_key: {
    en: 'The team has no such key.',
    de: 'Diesen Schlüssel hat das Team nicht.',
  },
  expiry_passed: {
    en: 'expires_at must lie in the future.',
    de: 'Der Ablauf muss in der Zukunft liegen.',
  },
  copied_expiry_passed: {
    en: 'The copied expiry has passed. Give another one, or null for none.',
    de: 'Der übernommene Ablauf ist vorbei. Wählen Sie einen anderen.',
  },
  too_many_keys: {
    en: 'The team has {} keys that work. Revoke one that is not needed.',
    de: 'Das Team hat {} gültige Schlüssel. Widerrufen Sie zuerst einen, den Sie nicht brauchen.',
  },
  too_many_keys_an_hour: {
    en: 'At most {} keys of one person in an hour.',
    de: 'Eine Person kann höchstens {} Schlüssel in einer Stunde erstellen. Warten Sie, oder bitten Sie einen anderen Admin.',
  },
  key_revoked: {
    en: 'The key has been revoked.',
    de: 'Der Schlüssel ist widerrufen.',
  },
  key_already_rotated: {
    en: 'The key has already been rotated.',
    de: 'Der Schlüssel wurde schon rotiert.',
  },
  key_expired: {
    en: 'The key has expired.',
    de: 'Der Schlüssel ist abgelaufen.',
  },
  key_not_rotated: {
    en: 'The key has no grace period, because it was not rotated.',
    de: 'Der Schlüssel hat keine Übergangszeit, denn er wurde nicht rotiert.',
  },
} as const satisfies Record<string, InEach<string>>;
