/** A link inside a text. */
export const linkClass = 'rounded-sm text-accent-text underline-offset-4 hover:underline';
