import { useStore } from '@tanstack/react-form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod';
import type { Options } from '../../../features/policies/policies.schema.ts';
import { trimmedText } from '../../../shared/text.ts';
import { client, queryClient, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { chosenDimensions } from '../../team/catalog-dimensions.ts';
import { MemberSelect } from '../../team/member-select.tsx';
import { useTexts } from '../../text/language.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, useSchemaForm } from '../../ui/form.tsx';
import { FormButtons } from '../../ui/form-buttons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { EntryChoice } from './entry-choice.tsx';
import { reloadAssignments } from './reload-assignments.ts';
import { assignmentTexts } from './texts.ts';
import { Verdict } from './verdict.tsx';

type Props = { memberId: string; onClose: () => void };

const nothing = { member_id: '', situation_id: '', personality_id: '', industry_id: '' };
type Chosen = typeof nothing;

/** The browser's checks before it sends. The server checks all of this. */
const schema = z.object({
  title: trimmedText(1, 120),
  note: z.string().max(5000),
  due_date: z.string(),
  chosen: z.custom<Chosen>(),
});

/**
 * Creates an assignment. While the person fills in the form, the server's check says for each entry
 * what would refuse it.
 */
export function CreateDialog({ memberId, onClose }: Props) {
  const t = useTexts(assignmentTexts);
  const id = useId();
  const create = useAction(client.assignments.create.mutate, async () => {
    await reloadAssignments();
    showToast(t.created);
    onClose();
  });
  const { form, error, isBusy } = useSchemaForm({
    draft: 'new-assignment',
    defaults: {
      title: '',
      note: '',
      due_date: '',
      chosen: { ...nothing, member_id: memberId },
    },
    schema,
    submit: async ({ title, note, due_date, chosen: ids }) => {
      try {
        await create.orThrow({
          ...ids,
          title,
          note: note.trim() || null,
          due_date: due_date || null,
        });
      } catch (refusal) {
        // A policy may have changed since the last check. The form then says what refuses the
        // assignment now.
        await queryClient.invalidateQueries(trpc.policies.pathFilter());
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
      <Form error={error} id={id} onSubmit={form.handleSubmit}>
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
        <form.AppField name="due_date">
          {(field) => <field.Text label={t.dueOptional} type="date" />}
        </form.AppField>
        <form.AppField name="note">
          {(field) => <field.Area label={t.noteOptional} />}
        </form.AppField>
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

/** Asks the check again after each choice. Until the answer comes, the last answer stays. */
function useCheck(chosen: Chosen) {
  const asked = {
    member_id: chosen.member_id || null,
    situation_id: chosen.situation_id || null,
    personality_id: chosen.personality_id || null,
    industry_id: chosen.industry_id || null,
  };
  const shown = { placeholderData: keepPreviousData };
  const { data: options } = useQuery(trpc.policies.options.queryOptions(asked, shown));
  const { data: verdict } = useQuery(trpc.policies.explain.queryOptions(asked, shown));
  return { options, verdict };
}
