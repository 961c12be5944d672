import { useTexts } from '../../text/language.ts';
import { Icon } from '../../ui/icon.tsx';
import { crmTexts } from './texts.ts';

/** Leads to the deal in the CRM, in a new tab. */
export function CrmLink({ url }: { url: string }) {
  const t = useTexts(crmTexts);
  return (
    <a
      className="inline-flex items-center gap-1 rounded-sm text-accent-text underline-offset-4 hover:underline"
      href={url}
      rel="noopener noreferrer"
      target="_blank"
    >
      {t.openInCrm}
      <Icon name="external" size={14} />
    </a>
  );
}
