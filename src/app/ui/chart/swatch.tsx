import { classes } from '../classes.ts';
import { StateMark } from '../state.tsx';
import { isStateTone, swatches, type Tone } from './tones.ts';

/** The mark of a series: that of its state, or a line or dot in its colour. */
export function Swatch({ tone }: { tone: Tone }) {
  if (isStateTone(tone)) return <StateMark tone={tone} />;
  return <span aria-hidden="true" className={classes('block', swatches[tone])} />;
}

/**
 * The pattern of striped bars. Its lines are level, because a chart is stretched only sideways. Between them the colour is
 * fainter, but there: a bar of a few pixels must be seen.
 */
export function Stripes({ id }: { id: string }) {
  return (
    <defs>
      <pattern height="5" id={id} patternUnits="userSpaceOnUse" width="10">
        <rect className="fill-needs opacity-55" height="5" width="10" />
        <rect className="fill-needs" height="3" width="10" />
      </pattern>
    </defs>
  );
}
