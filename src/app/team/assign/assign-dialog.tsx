import { useStore } from '@tanstack/react-form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Options } from '../../../features/policies/policies.schema.ts';
import { client, reload, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useTexts } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { chosenDimensions } from '../catalog-dimensions.ts';
import { MemberSelect } from '../member-select.tsx';
import { skillText } from '../skills.ts';
import {
  type AssignmentForm,
  ChangeableFields,
  type Chosen,
  changeableOf,
  createForm,
  nobody,
} from './assignment-form.tsx';
import { EntryChoice } from './entry-choice.tsx';
import { assignTexts } from './texts.ts';
import { Verdict } from './verdict.tsx';

type Props = {
  memberId: string;
  /** The dimension that the exercise is to improve. It comes from the address, so it may be any text. */
  gap?: string | undefined;
  onClose: () => void;
};

/** While the person chooses, the server checks the choice, and the dialog says which entries it would refuse. */
export function AssignDialog({ memberId, gap, onClose }: Props) {
  const t = useTexts(assignTexts);
  const id = useId();
  const skill = gap && Object.hasOwn(t.skills, gap) ? skillText(gap, t.skills) : null;
  const create = useAction(client.assignments.create.mutate, () => {
    showToast(t.created);
    onClose();
  });
  const { form, place, error, isBusy } = useSchemaForm<AssignmentForm>({
    // What somebody has begun for another member must not come up here.
    draft: `new-assignment ${memberId}`,
    defaults: {
      title: skill ? t.practise(skill) : '',
      note: '',
      due_date: '',
      chosen: { ...nobody, member_id: memberId },
    },
    schema: createForm,
    submit: async (values) => {
      try {
        const { title, chosen: ids } = values;
        await create.orThrow({ ...ids, title, ...changeableOf(values) });
      } catch (refusal) {
        // A policy may have changed since the last check. After the reload, the form says what refuses the assignment now.
        await reload();
        throw refusal;
      }
    },
  });
  const chosen = useStore(form.store, ({ values }) => values.chosen);
  const choose = (change: Partial<Chosen>) =>
    form.setFieldValue('chosen', (before) => ({ ...before, ...change }));
  const { options, verdict } = useCheck(chosen);
  const isWhole = Object.values(chosen).every((value) => value !== '');
  const buttons = (
    <>
      <p className="mr-auto self-center text-xs text-soft">{t.createNote}</p>
      <FormButtons
        disabled={!isWhole || verdict?.allowed === false}
        form={id}
        isBusy={isBusy}
        onCancel={onClose}
        verb={t.create}
      />
    </>
  );
  return (
    <Dialog footer={buttons} isDrawer onClose={onClose} title={t.create}>
      <Form error={error} id={id} onSubmit={form.handleSubmit} place={place}>
        {skill ? <Notice>{t.gapIs(skill)}</Notice> : null}
        <MemberSelect
          hint={chosen.member_id ? t.chooseMemberHint : t.teamPolicy}
          isField
          label={t.member}
          nobody={t.chooseMember}
          onChange={(member_id) => choose({ member_id })}
          value={chosen.member_id}
        />
        <form.AppField name="title">
          {(field) => <field.Text autoComplete="off" hint={t.titleHint} label={t.title} />}
        </form.AppField>
        <Entries chosen={chosen} onChoose={choose} options={options} />
        <Verdict explanation={verdict} isWhole={isWhole} />
        <ChangeableFields form={form} noteRows={3} />
      </Form>
    </Dialog>
  );
}

type EntriesProps = {
  options: Options | undefined;
  chosen: Chosen;
  onChoose: (change: Partial<Chosen>) => void;
};

function Entries({ options, chosen, onChoose }: EntriesProps) {
  if (!options) return <Skeleton className="h-48 w-full" />;
  return chosenDimensions.map((dimension) => (
    <EntryChoice
      dimension={dimension}
      key={dimension}
      onChange={(entry) => onChoose({ [`${dimension}_id`]: entry })}
      options={options[dimension]}
      value={chosen[`${dimension}_id`]}
    />
  ));
}

/** Checks again after each choice. Until the answer comes, the last answer stays. */
function useCheck(chosen: Chosen) {
  const input = {
    member_id: chosen.member_id || null,
    situation_id: chosen.situation_id || null,
    personality_id: chosen.personality_id || null,
    industry_id: chosen.industry_id || null,
  };
  const shown = { placeholderData: keepPreviousData };
  const { data: options } = useQuery(trpc.policies.options.queryOptions(input, shown));
  const { data: verdict } = useQuery(trpc.policies.explain.queryOptions(input, shown));
  return { options, verdict };
}
