import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { useEntryName } from '../../team/entry-names.ts';
import { dateText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { SelectField } from '../../ui/field.tsx';
import { tryTexts } from './texts.ts';

type Props = { memberId: string; value: string; onChange: (id: string) => void };

/** The open assignments of a member. The training completes the chosen one. */
export function AssignmentChoice({ memberId, value, onChange }: Props) {
  const t = useTexts(tryTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const nameOf = useEntryName();
  const { data } = useQuery(
    trpc.assignments.find.queryOptions({ member_id: memberId, status: 'open', limit: '50' }),
  );
  const open = data?.data ?? [];
  return (
    <SelectField
      hint={data && open.length === 0 ? t.noneOpen : undefined}
      label={t.assignment}
      onChange={({ target }) => onChange(target.value)}
      value={value}
    >
      <option value="">{t.noAssignment}</option>
      {open.map(({ id, situation_id, created_at }) => (
        <option key={id} value={id}>
          {[
            situation_id && nameOf(situation_id),
            created_at && dateText(created_at, { language, timeZone }),
          ]
            .filter(Boolean)
            .join(' · ') || id}
        </option>
      ))}
    </SelectField>
  );
}
