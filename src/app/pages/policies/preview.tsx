import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Notice } from '../../ui/notice.tsx';
import type { Chosen } from './chosen.ts';
import { policyTexts } from './texts.ts';

type Props = { chosen: Chosen; memberId: string | null };

/** Says before saving how many open assignments would no longer be allowed. */
export function Preview({ chosen, memberId }: Props) {
  const t = useTexts(policyTexts);
  const language = useLanguage();
  const { data } = useQuery(
    trpc.policies.preview.queryOptions(
      { member_id: memberId, ...chosen },
      { placeholderData: keepPreviousData },
    ),
  );
  if (!data) return null;
  const { open_assignments: count } = data;
  if (count === null) return <Notice>{t.previewHidden}</Notice>;
  return (
    <div aria-live="polite" data-testid="preview">
      <Notice tone={count > 0 ? 'warn' : 'info'}>
        {count > 0 ? t.preview(numberText(count, language)) : t.previewNone}
      </Notice>
    </div>
  );
}
