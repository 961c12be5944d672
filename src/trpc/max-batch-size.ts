/** How many calls of the app one request may have. */
export const MAX_BATCH_SIZE = 10;
