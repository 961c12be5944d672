/** The size of a chart's view box: so much for each point, and so much in all. */
export const STEP = 10;
export const HEIGHT = 100;
