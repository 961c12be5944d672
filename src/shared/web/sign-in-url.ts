/** The address where people sign in to the app. It is the same for all of them. */
export function signInUrl(publicUrl: string): string {
  return `${publicUrl}/app/sign-in`;
}

/**
 * The address where a person uses a one-time link. The token is a fragment, which no browser sends
 * to a server. So no log contains it.
 */
export function linkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/app/link#${token}`;
}

/** The address where a person signs in for the first time. A person with a password gets no link. */
export function firstSignInUrl(publicUrl: string, token: string | null): string {
  return token === null ? signInUrl(publicUrl) : linkUrl(publicUrl, token);
}
