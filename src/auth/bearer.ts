/** The token after the word `Bearer`, which may be in upper or lower case (D36). */
export function bearerToken(authorization: string | undefined): string | null {
  const [, token] = /^bearer +([^ ]+) *$/i.exec(authorization ?? '') ?? [];
  return token ?? null;
}
