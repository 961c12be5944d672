import { useTexts } from '../text/language.ts';
import { uiTexts } from './texts.ts';

type Props = { addresses: readonly string[] | undefined };

/** Where our requests come from, so that a customer can open a firewall. Nothing if the operator names no addresses. */
export function EgressAddresses({ addresses = [] }: Props) {
  const t = useTexts(uiTexts);
  if (addresses.length === 0) return null;
  return (
    <p className="text-sm text-pretty text-soft">
      {t.egressAddresses}{' '}
      {addresses.map((address, index) => (
        <span key={address}>
          {index === 0 ? null : ', '}
          <code className="font-mono text-xs whitespace-nowrap">{address}</code>
        </span>
      ))}
    </p>
  );
}
