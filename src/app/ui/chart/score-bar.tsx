import { GAP_BELOW } from '../../../shared/web/figures.ts';

/** The bar beside a score. A notch shows below which score a dimension is a gap, and a mark the median of the team. */
export function ScoreBar({ value, median = null }: { value: number; median?: number | null }) {
  return (
    <svg
      aria-hidden="true"
      className="col-span-2 h-3 w-full sm:col-span-1"
      preserveAspectRatio="none"
      viewBox="0 0 100 12"
    >
      <rect className="fill-line" height="6" width="100" y="3" />
      <rect className="fill-bars" height="6" width={value} y="3" />
      <line
        className="stroke-card"
        strokeWidth="3"
        vectorEffect="non-scaling-stroke"
        x1={GAP_BELOW}
        x2={GAP_BELOW}
        y1="3"
        y2="9"
      />
      {median === null ? null : (
        <line
          className="stroke-ink"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
          x1={median}
          x2={median}
          y2="12"
        />
      )}
    </svg>
  );
}
