/** The code of an error from Node (`ENOENT`) or PostgreSQL (`23505`). Empty if it has none. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
