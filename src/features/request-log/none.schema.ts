/** The value of a filter that finds the lines without a route, a check or a reason. */
export const NONE = 'none';
