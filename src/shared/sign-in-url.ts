/** Where people sign in to the app; it is the same for all of them. */
export function signInUrl(publicUrl: string): string {
  return `${publicUrl}/app/sign-in`;
}

/**
 * Where a person uses a one-time link. The token is a fragment: no browser sends it to a server, so
 * that it stands in no log.
 */
export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/app/link#${token}`;
}

/** Where a person signs in for the first time. A person who has a password gets no link. */
export function firstSignInUrl(publicUrl: string, token: string | null): string {
  return token === null ? signInUrl(publicUrl) : linkUrl(publicUrl, token);
}
