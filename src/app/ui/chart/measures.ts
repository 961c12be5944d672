/** Units of a chart's view box: its width for each point, and its height. */
export const STEP = 10;
export const HEIGHT = 100;
