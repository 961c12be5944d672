/** In place of a route, a check or a reason: the lines that have none. */
export const NONE = 'none';
