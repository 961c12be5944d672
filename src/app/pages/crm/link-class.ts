/** A link that stands by itself. */
export const linkClass = 'rounded-sm text-accent-text underline-offset-4 hover:underline';

/** A link beside other words: colour alone does not tell it from them. */
export const inlineLinkClass = 'rounded-sm text-accent-text underline underline-offset-4';
