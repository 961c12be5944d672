/** How many rows a list counts. A longer count would keep people waiting. */
export const MOST_COUNTED = 10_000;
