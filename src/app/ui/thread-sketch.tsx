import { useId } from 'react';
import type { sketchTexts } from './sketch-texts.ts';

type Props = { texts: (typeof sketchTexts)['de'] };

/** An example of what the app shows of a request: its change, its event and its deliveries. It loads nothing. */
export function ThreadSketch({ texts }: Props) {
  const captionId = useId();
  return (
    <figure aria-labelledby={captionId} className="sketch">
      <ol className="way">
        <li>
          <span className="is-code">POST /assignments</span>
          <small>201</small>
        </li>
        <li>
          <span>{texts.changed}</span>
          <small>+5&nbsp;ms</small>
        </li>
        <li>
          <span className="is-code">assignment.created</span>
          <small>+8&nbsp;ms</small>
        </li>
        <li>
          <span>{texts.endpoints}</span>
          <small className="ends">
            <b className="works">
              <span className="hidden-text">{texts.arrived}</span>
            </b>
            200
            <b className="failed">
              <span className="hidden-text">{texts.refused}</span>
            </b>
            503
          </small>
          <small>{texts.seconds}</small>
        </li>
      </ol>
      <figcaption id={captionId}>{texts.caption}</figcaption>
    </figure>
  );
}
