const MAX_SEGMENT = 100;

/** RFC 6901, as `pointer` of a FieldIssue (D79). What a client sent as a name comes back cut and well-formed. */
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
