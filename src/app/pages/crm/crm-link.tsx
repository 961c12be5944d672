import { useTexts } from '../../text/language.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { crmTexts } from './texts.ts';

/** A link outside of a sentence. */
export const linkClass = 'rounded-sm text-accent-text underline-offset-4 hover:underline';

/** A link within a sentence. Its colour alone would not tell it from the words around it. */
export const inlineLinkClass = 'rounded-sm text-accent-text underline underline-offset-4';

/** Opens the deal in the CRM, in a new tab. */
export function CrmLink({ url }: { url: string }) {
  const t = useTexts(crmTexts);
  return (
    <a
      className={classes(linkClass, 'inline-flex items-center gap-1')}
      href={url}
      rel="noopener noreferrer"
      target="_blank"
    >
      {t.openInCrm}
      <Icon name="external" size={14} />
    </a>
  );
}
