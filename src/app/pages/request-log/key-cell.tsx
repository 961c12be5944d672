import type { ReactNode } from 'react';
import type { NamedKey } from '../../../features/request-log/request-log.schema.ts';
import { useTexts } from '../../text/language.ts';
import { TwoLines } from '../../ui/two-lines.tsx';
import { requestLogTexts } from './texts.ts';

type Props = {
  named: NamedKey | null;
  /** How many other keys the row is about. */
  others?: number;
  /** The second line. Without it, how the key begins: a key and its replacement have the same name. */
  more?: ReactNode;
};

export function KeyCell({ named, others = 0, more }: Props) {
  const t = useTexts(requestLogTexts);
  if (!named) return <span className="text-soft">{t.noKey}</span>;
  return (
    <TwoLines more={more || <span className="font-mono">{named.prefix}…</span>}>
      <span className="flex gap-1">
        <span className="truncate">{named.name}</span>
        {others > 0 ? <span className="tabular text-soft">+{others}</span> : null}
      </span>
    </TwoLines>
  );
}
