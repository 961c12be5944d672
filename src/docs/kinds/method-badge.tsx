import { classes } from '../../app/ui/classes.ts';

const tones: Record<string, string> = {
  GET: 'text-accent-text bg-accent-wash',
  POST: 'text-good bg-good-wash',
  PATCH: 'text-warn bg-warn-wash',
  DELETE: 'text-bad bg-bad-wash',
};

/** The method without a frame, for the navigation. */
export function MethodWord({ method }: { method: string }) {
  const [colour = ''] = tones[method]?.split(' ') ?? [];
  return (
    <span className={classes('method-word', colour)}>{method === 'DELETE' ? 'DEL' : method}</span>
  );
}

export function MethodBadge({ method }: { method: string }) {
  return <span className={classes('method', tones[method])}>{method}</span>;
}
