import { classes } from './classes.ts';

export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={classes('shimmer rounded-md bg-sunk', className)} />;
}
