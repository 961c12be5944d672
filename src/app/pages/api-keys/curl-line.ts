/** A first request. Without a key it has a place for one. */
export function curlLine(key = 'svck_live_…'): string {
  return `curl -H 'Authorization: Bearer ${key}' '${location.origin}/api/public/v1/me'`;
}

/** The names that the commands of the guides use. */
export function exportLines(key: string): string {
  return `export API='${location.origin}/api/public/v1'\nexport KEY='${key}'`;
}

/** Works after these lines. */
export const EXPORTED_CURL = `curl "$API/me" -H "Authorization: Bearer $KEY"`;
