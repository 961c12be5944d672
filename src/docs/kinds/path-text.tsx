/** A path that can wrap before each slash, but not inside a name. */
export function PathText({ path }: { path: string }) {
  return path.split(/(?=\/)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which never move.
    <span key={index}>
      {index === 0 ? null : <wbr />}
      {part}
    </span>
  ));
}
