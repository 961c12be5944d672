import { Link } from '@tanstack/react-router';
import type { ConnectionSummary } from '../../../../features/crm/connections/connections.schema.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Icon } from '../../../ui/icon.tsx';
import { ConnectionLine, ConnectionState } from '../connection-line.tsx';
import { ProviderMark } from '../provider-mark.tsx';
import { providerNames } from '../provider-names.ts';
import { connectionTexts } from './texts.ts';

/** One connection with its state. The whole card is a link to it. */
export function ConnectionRow({ connection }: { connection: ConnectionSummary }) {
  const t = useTexts(connectionTexts);
  const language = useLanguage();
  const { id, provider, name, account_name, account_id, deals, objections } = connection;
  const brand = providerNames[language][provider];
  const account = [brand, account_name ?? account_id].filter((text) => text !== name);
  return (
    <li>
      <Link
        className="flex items-center gap-3 rounded-xl border border-line bg-card p-4 shadow-sm hover:bg-hover"
        to={`/crm/${id}`}
      >
        <ProviderMark provider={provider} />
        <span className="grid min-w-0 flex-1 gap-1">
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
            <span className="truncate font-medium">{name}</span>
            <ConnectionState connection={connection} />
          </span>
          <span className="text-sm text-pretty text-soft">
            <ConnectionLine connection={connection} />
          </span>
          <span className="tabular flex flex-wrap gap-x-3 text-sm text-soft">
            {account.length > 0 ? (
              <span className="min-w-0 wrap-anywhere">{account.join(' · ')}</span>
            ) : null}
            <span>{t.deals(numberText(deals, language))}</span>
            <span>{t.objections(numberText(objections, language))}</span>
          </span>
        </span>
        <Icon className="text-soft" name="right" />
      </Link>
    </li>
  );
}
