import { useTexts } from '../text/language.ts';
import { classes } from './classes.ts';
import { PROMISED } from './not-loaded.tsx';
import { Skeleton } from './skeleton.tsx';
import { type Column, cellClass } from './table-row.tsx';
import { uiTexts } from './texts.ts';

type Props = { columns: readonly Column<never>[]; isDense: boolean };

/** Stand under the head of a table, whose columns they have, until its rows are there. */
export function LoadingRows({ columns, isDense }: Props) {
  const t = useTexts(uiTexts);
  return Array.from({ length: PROMISED }, (_, row) => (
    <tr
      className={classes(isDense ? 'h-8' : 'h-11', 'border-b border-line last:border-0')}
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same and never move.
      key={row}
    >
      {columns.map((column, index) => (
        <td className={cellClass(column)} key={column.id}>
          {row === 0 && index === 0 ? (
            <span className="hidden-text" role="status">
              {t.loading}
            </span>
          ) : null}
          <Skeleton className={classes('h-3.5 w-3/5', column.align && 'ml-auto')} />
        </td>
      ))}
    </tr>
  ));
}
