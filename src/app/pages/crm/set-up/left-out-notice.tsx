import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Notice } from '../../../ui/notice.tsx';
import { setUpTexts } from './texts.ts';

const kinds = ['pipelines', 'stages', 'fields', 'choices'] as const;

/** Says how much of what the CRM has cannot be chosen here, because the CRM has so much. */
export function LeftOutNotice({ connection: { left_out } }: { connection: ConnectionDetail }) {
  const t = useTexts(setUpTexts);
  const language = useLanguage();
  const missing = left_out ? kinds.filter((kind) => left_out[kind] > 0) : [];
  if (!left_out || missing.length === 0) return null;
  const counts = missing.map((kind) => t.leftOut[kind](numberText(left_out[kind], language)));
  return (
    <Notice title={t.leftOutTitle}>
      <p>
        {t.leftOutMissing(counts.join(', '))} {t.leftOutMore}
      </p>
    </Notice>
  );
}
