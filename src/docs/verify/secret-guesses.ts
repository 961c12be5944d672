/** A fault of a secret that can be undone. */
export type SecretFault = 'prefix_missing' | 'blanks' | 'quotes';

/** What the given text looks like: the secret of an endpoint, or something that people paste instead of it. */
export type SecretForm = 'secret' | 'other' | 'api_key' | 'id' | 'signature';

export type SecretGuess = { secret: string; faults: SecretFault[] };

const PREFIX = 'whsec_';

export function formOf(secret: string): SecretForm {
  // Older secrets have 43 characters.
  if (/^whsec_[0-9A-Za-z]{43,44}$/.test(secret)) return 'secret';
  if (/^svck_/.test(secret)) return 'api_key';
  if (/^(whe|evt|ten|whd)_\w+$/.test(secret)) return 'id';
  if (/^(t=|v1=)|^[0-9a-f]{64}$/.test(secret)) return 'signature';
  return 'other';
}

/** The given text, and the secrets that it may be after a mistake of copying is undone. */
export function secretGuesses(given: string): SecretGuess[] {
  const guesses: SecretGuess[] = [];
  const add = (secret: string, faults: SecretFault[]) => {
    if (secret === '' || guesses.some((guess) => guess.secret === secret)) return;
    guesses.push({ secret, faults });
  };
  const trimmed = given.trim();
  const blanks: SecretFault[] = trimmed === given ? [] : ['blanks'];
  const bare = trimmed.replace(/^(["'`])(.*)\1$/s, '$2').trim();
  const quotes: SecretFault[] = bare === trimmed ? blanks : [...blanks, 'quotes'];
  add(given, []);
  add(trimmed, blanks);
  add(bare, quotes);
  if (!bare.startsWith(PREFIX)) add(PREFIX + bare, [...quotes, 'prefix_missing']);
  return guesses;
}
