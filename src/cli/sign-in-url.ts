/** Where people of a team sign in to the app; it is the same for all of them. */
export function signInUrl(publicUrl: string): string {
  return `${publicUrl}/sign-in`;
}
