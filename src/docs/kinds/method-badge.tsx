import { classes } from '../../admin/ui/classes.ts';

const tones: Record<string, string> = {
  GET: 'text-accent-text bg-accent-wash',
  POST: 'text-good bg-good-wash',
  PATCH: 'text-warn bg-warn-wash',
  DELETE: 'text-bad bg-bad-wash',
};

export function MethodBadge({ method }: { method: string }) {
  return <span className={classes('method', tones[method])}>{method}</span>;
}
