import { useId } from 'react';
import type { sketchTexts } from './sketch-texts.ts';

type Props = { texts: (typeof sketchTexts)['de'] };

/** An example of what the app shows of a request: its change, its event and its deliveries. It loads nothing. */
export function ThreadSketch({ texts }: Props) {
  const captionId = useId();
  return (
    <figure aria-labelledby={captionId} className="sketch">
      <ol>
        <li>
          <code>POST /assignments</code> <small>201</small>
        </li>
        <li>
          <span>{texts.changed}</span> <small>+12&nbsp;ms</small>
        </li>
        <li>
          <code>assignment.created</code> <small>+12&nbsp;ms</small>
        </li>
        <li>
          <span>
            {texts.endpoints} <b data-tone="works">{texts.arrived}</b>{' '}
            <b data-tone="failed">{texts.refused}</b>
          </span>{' '}
          <small>{texts.seconds}</small>
        </li>
      </ol>
      <figcaption id={captionId}>{texts.caption}</figcaption>
    </figure>
  );
}
