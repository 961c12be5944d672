import type { ThreadRequest } from '../../features/thread/thread.schema.ts';
import { Time } from '../session/time.tsx';
import { useTexts } from '../text/language.ts';
import { classes } from '../ui/classes.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import { Notice, Step } from './step.tsx';
import { threadTexts } from './texts.ts';

type Props = { request: ThreadRequest | null; isHere: boolean };

/** The request at the beginning of the thread, or why it cannot be shown. */
export function RequestStep({ request, isHere }: Props) {
  const t = useTexts(threadTexts);
  if (!request) {
    return <Notice icon="log" kind={t.request} text={t.noRequest} />;
  }
  const { id, state, line } = request;
  if (state !== 'logged' || !line) {
    const why = state === 'logged' ? 'missing' : state;
    return (
      <Notice icon="log" kind={t.request} text={t.states[why]}>
        <span className="min-w-0 text-xs">
          <CopyableId id={id} />
        </span>
      </Notice>
    );
  }
  const { method, path, status, key, at } = line;
  return (
    <Step
      aside={<Time at={at} />}
      icon="log"
      isHere={isHere}
      kind={t.request}
      place={{ to: '/request-log', search: { line: id } }}
      title={
        <span className="font-mono text-xs">
          {method} {path}
        </span>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-soft">
        <span className={classes('tabular font-mono text-xs', status >= 400 && 'text-bad')}>
          {status}
        </span>
        {key ? <span>{key.name}</span> : null}
      </p>
    </Step>
  );
}
