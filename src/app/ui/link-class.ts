/** A link outside of a sentence. */
export const linkClass = 'rounded-sm text-accent-text underline-offset-4 hover:underline';

/** A link within a sentence. Its colour alone would not tell it from the words around it. */
export const inlineLinkClass = 'rounded-sm text-accent-text underline underline-offset-4';

/** A link at the end of a line of facts, where lines are close together. */
export const factLinkClass = 'rounded-sm text-accent-text underline underline-offset-2';
