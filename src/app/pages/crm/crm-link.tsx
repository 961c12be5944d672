import { useTexts } from '../../text/language.ts';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/icon.tsx';
import { linkClass } from '../../ui/link-class.ts';
import { crmTexts } from './texts.ts';

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
