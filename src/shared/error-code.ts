/** What Node (`ENOENT`) and PostgreSQL (`23505`) call an error; empty where it has no such name. */
export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
