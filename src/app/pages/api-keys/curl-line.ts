/** A line for a shell with a first request. Without a key it contains a placeholder. */
export function curlLine(key = 'svck_live_…'): string {
  return `curl -H 'Authorization: Bearer ${key}' '${location.origin}/api/public/v1/me'`;
}

/** Sets the variables that the commands of the guides use. */
export function exportLines(key: string): string {
  return `export API='${location.origin}/api/public/v1'\nexport KEY='${key}'`;
}

/** A first request for a shell in which these lines have run. */
export const EXPORTED_CURL = `curl "$API/me" -H "Authorization: Bearer $KEY"`;
