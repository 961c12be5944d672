import { Fragment } from 'react';

type Props = {
  values: readonly number[];
  /** The part of each value that failed. The rest has then worked. */
  failed?: readonly number[];
  /** The highest value of all rows of a table, so that the bars of two rows can be compared. */
  highest?: number;
};

/** A row of small bars beside a name. A text beside the bars gives the sum. */
export function Sparkline({ values, failed, highest = Math.max(1, ...values) }: Props) {
  return (
    <svg
      aria-hidden="true"
      className="h-5 w-28 max-w-full shrink-0"
      preserveAspectRatio="none"
      viewBox={`0 0 ${values.length * 4} 20`}
    >
      {values.map((value, index) => {
        const size = value === 0 ? 1 : Math.max(2, (value / highest) * 20);
        const bad = value === 0 ? 0 : ((failed?.[index] ?? 0) / value) * size;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the day.
          <Fragment key={index}>
            {bad < size ? (
              <rect
                className={value === 0 ? 'fill-line' : failed ? 'fill-works' : 'fill-bars'}
                height={size}
                width="3"
                x={index * 4}
                y={20 - size}
              />
            ) : null}
            {bad > 0 ? (
              <rect className="fill-failed" height={bad} width="3" x={index * 4} y={20 - size} />
            ) : null}
          </Fragment>
        );
      })}
    </svg>
  );
}
