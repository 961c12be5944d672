/** Reads a table of text: a line for each row, and a bar between cells. An empty or missing cell is an empty text. */
export function table<const Name extends string>(
  names: readonly Name[],
  text: string,
): Record<Name, string>[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim());
      const row = Object.fromEntries(names.map((name, n) => [name, cells[n] ?? '']));
      return row as Record<Name, string>;
    });
}
