import type { Statement } from './write-row.ts';

/** A statement that waits to be sent together with others. `$1` is the tenant. */
export type Part = Statement & {
  /** True for a select with the columns `is_kept` and `has_job`, which raises events. */
  raises?: true;
  /** Makes an error of PostgreSQL the error that the caller gets. */
  explain?: (error: unknown) => unknown;
};

/** Whether the statement has raised an event for the feed, and whether it has added a job. */
export type Raised = { is_kept: boolean | null; has_job: boolean | null };

/** A transaction that writes in a loop sends its parts in groups, so that it does not make a new text for each length. */
export const MOST_JOINED = 8;

/** The joined texts by the texts of their parts. */
const joined = new Map<string, string>();

/**
 * Joins statements into one, because each statement costs a turn of PostgreSQL and of Node. The parts see the same
 * moment, so none of them sees what another one has written: an update is the first part. The locks of the operation
 * stay, because without them each write would check again what the operation has read.
 */
export function joinParts(parts: readonly Part[]): Statement {
  const [first] = parts;
  if (first && parts.length === 1) return first;
  const key = parts.map(({ text }) => text).join('\n');
  const text = joined.get(key) ?? textOf(parts);
  joined.set(key, text);
  return { text, params: parts.flatMap(({ params }) => params) };
}

function textOf(parts: readonly Part[]): string {
  let before = 0;
  const withs = parts.map(({ text, params }, n) => {
    const offset = before;
    before += params.length;
    const placed = text.replaceAll(/\$(\d+)/g, (place, digits) =>
      digits === '1' ? place : `$${Number(digits) + offset}`,
    );
    return `part_${n} as (${placed})`;
  });
  // PostgreSQL runs a select only if the last select reads from it. An array reads from all of them, as `or` would not.
  const any = (column: keyof Raised) => {
    const raised = parts.flatMap(({ raises }, n) =>
      raises ? [`(select ${column} from part_${n})`] : [],
    );
    return `true = any (array[${raised.join(', ')}]::boolean[])`;
  };
  return `with ${withs.join(',\n')}
    select ${any('is_kept')} as is_kept, ${any('has_job')} as has_job`;
}
