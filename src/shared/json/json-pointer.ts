const MAX_SEGMENT = 100;

/**
 * The `pointer` of a FieldIssue, as in RFC 6901 (D79). A name that the client has chosen is cut and
 * made well-formed.
 */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((segment) => `/${escapeSegment(String(segment))}`).join('');
}

function escapeSegment(segment: string): string {
  return segment
    .slice(0, MAX_SEGMENT)
    .toWellFormed()
    .replaceAll('\0', '\uFFFD')
    .replaceAll('~', '~0')
    .replaceAll('/', '~1');
}
