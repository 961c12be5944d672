import { caseFields } from '../../../features/cases/case-fields.schema.ts';
import type { AppOutputs } from '../../api/outputs.ts';
import { Time } from '../../session/time.tsx';
import { useEntryName } from '../../team/entry-names.ts';
import { useMembersById } from '../../team/members-by-id.ts';
import { MemberName } from '../../team/person.tsx';
import { useLanguage, useTexts } from '../../text/language.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { FieldDetails, Json } from '../../ui/field-details.tsx';
import { caseTexts } from './texts.ts';

export type EditableCase = AppOutputs['cases']['get'];

// The title stands above the details, and the facts in a section of their own.
const { title: _, fields: facts, persona_id: persona, ...others } = caseFields;

type Props = { case: EditableCase; isOwn: boolean };

export function CaseDetails({ case: shown, isOwn }: Props) {
  const t = useTexts(caseTexts);
  const nameOf = useEntryName();
  const person = useMembersById(isOwn ? [] : [shown.user_id]).get(shown.user_id);
  const language = useLanguage();
  const { fields, persona_id, created_at } = shown;
  return (
    <>
      <section className="grid gap-2">
        <h3 className="text-sm font-medium">{facts.label[language]}</h3>
        {fields === null ? <p className="text-sm text-soft">{t.noFields}</p> : null}
        {fields === null ? null : <Facts value={fields} />}
      </section>
      <Details>
        {isOwn ? null : (
          <Detail label={t.member}>
            <MemberName member={person}>
              {person?.name ?? person?.email ?? <CopyableId id={shown.user_id} />}
            </MemberName>
          </Detail>
        )}
        <Detail label={persona.label[language]}>{persona_id ? nameOf(persona_id) : '–'}</Detail>
        <FieldDetails object={shown} of={others} />
        {created_at ? (
          <Detail label={t.createdAt}>
            <Time at={created_at} shows="date-time" />
          </Detail>
        ) : null}
        <Detail label="ID">
          <CopyableId id={shown.id} />
        </Detail>
      </Details>
    </>
  );
}

/** The fields of an object as names and values. Nested values are shown as JSON. */
function Facts({ value }: { value: Record<string, unknown> | unknown[] }) {
  if (Array.isArray(value)) return <Json value={value} />;
  return (
    <Details>
      {Object.entries(value).map(([name, content]) => (
        <Detail key={name} label={name}>
          <Fact content={content} />
        </Detail>
      ))}
    </Details>
  );
}

function Fact({ content }: { content: unknown }) {
  if (Array.isArray(content) && content.every((item) => typeof item === 'string')) {
    return (
      <ul className="list-disc pl-4">
        {content.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    );
  }
  if (typeof content === 'object') return <Json value={content} />;
  return String(content);
}
