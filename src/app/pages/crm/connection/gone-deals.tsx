import type { CrmRunDetail } from '../../../../features/crm/connections/runs.schema.ts';
import { useTexts } from '../../../text/language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/icon.tsx';
import { crmTexts } from '../texts.ts';
import { runTexts } from './run-texts.ts';

type Gone = CrmRunDetail['gone_deals'][number];

type Props = {
  label: string;
  deals: readonly Gone[];
  /** On a wide screen, the deals stand beside each other. */
  isWide?: boolean;
  /** A remark beside the deal's name. Null: none. */
  noteOf?: (deal: Gone) => string | null;
};

/** Deals that were or would be removed: title and id, with a link to the CRM. */
export function GoneDeals({ label, deals, isWide = false, noteOf }: Props) {
  return (
    <ul aria-label={label} className={classes('grid gap-x-6 text-sm', isWide && 'sm:grid-cols-2')}>
      {deals.map((deal) => (
        <GoneDeal deal={deal} key={deal.external_id} note={noteOf?.(deal) ?? null} />
      ))}
    </ul>
  );
}

function GoneDeal({ deal, note }: { deal: Gone; note: string | null }) {
  const { external_id, title, url, now } = deal;
  const { untitled } = useTexts(crmTexts);
  const t = useTexts(runTexts);
  const name = title ?? (now === 'gone' ? t.goneUntitled : untitled);
  const id = t.goneId(external_id);
  return (
    <li className="flex min-w-0 items-baseline gap-2 border-t border-line py-1.5">
      <span className={title ? 'min-w-0 flex-1 wrap-anywhere' : 'min-w-0 flex-1 text-soft'}>
        {name}
      </span>
      {note ? <Badge>{note}</Badge> : null}
      {url ? (
        <a
          aria-label={`${id}: ${t.goneIn(title ?? id)}`}
          className="inline-flex max-w-[45%] shrink-0 items-baseline gap-1 rounded-sm text-xs text-accent-text underline-offset-4 hover:underline"
          href={url}
          rel="noopener noreferrer"
          target="_blank"
        >
          <span className="truncate">{id}</span>
          <Icon className="self-center" name="external" size={14} />
        </a>
      ) : (
        <span className="max-w-[45%] shrink-0 truncate text-xs text-soft">{id}</span>
      )}
    </li>
  );
}
