/** A path that wraps before a slash, not inside a name. */
export function PathText({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which never move.
    <span key={at}>
      {at === 0 ? null : <wbr />}
      {part}
    </span>
  ));
}
