import { useStore } from '@tanstack/react-form';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import type { MemberAnalytics, Span } from '../../../features/analytics/app-analytics.schema.ts';
import { assignmentFields } from '../../../features/assignments/assignment-fields.schema.ts';
import type { Assignment } from '../../../features/assignments/assignments.schema.ts';
import type { ScoreDimension } from '../../../features/evaluations/score-dimensions.ts';
import type { Options } from '../../../features/policies/policies.schema.ts';
import { trimmedText } from '../../../shared/schema/text.ts';
import { client, reload, trpc } from '../../api/client.ts';
import { each, type LostKeys } from '../../api/each.ts';
import { useMay } from '../../session/session.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { dateText, numberText, scoreText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Checkbox } from '../../ui/check.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldInputs } from '../../ui/field-inputs.tsx';
import { formSchema, typedOf, valuesIn } from '../../ui/field-values.ts';
import { useSchemaForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast, whyOf } from '../../ui/toasts.tsx';
import { chosenDimensions } from '../catalog-dimensions.ts';
import { MemberSelect } from '../member-select.tsx';
import { skillsInOrder } from '../skills.ts';
import { teamTexts } from '../texts.ts';
import { EntryChoice } from './entry-choice.tsx';
import { assignTexts } from './texts.ts';
import { useWeakest, type Weakest } from './use-weakest.ts';
import { Verdict } from './verdict.tsx';

const { due_date, note } = assignmentFields;
const fields = { due_date, note };

const nobody = { member_id: '', situation_id: '', personality_id: '', industry_id: '' };
/** The member, and the entries of the catalog. */
type Chosen = typeof nobody;

const schema = formSchema(fields).extend({
  title: trimmedText(1, 120),
  chosen: z.custom<Chosen>(),
  /** Of several members with the same gap, those who get the exercise. */
  members: z.custom<string[]>(),
});

/** The same exercise for nobody yet. Its due date may be over. */
function copyOf(like: Assignment) {
  const { title, situation_id, personality_id, industry_id } = like;
  const chosen = {
    member_id: '',
    situation_id: situation_id ?? '',
    personality_id: personality_id ?? '',
    industry_id: industry_id ?? '',
  };
  return { title: title ?? '', chosen, ...typedOf(fields, { note: like.note }) };
}

type Props = {
  memberId: string;
  /** The dimension that the exercise is to improve. It comes from the address, so it may be any text. */
  gap?: string | undefined;
  /** The assignment that somebody else is to have too. */
  like?: string;
  /** The time in which the members have the gap. Missing: always. */
  period?: Span | undefined;
  onClose: () => void;
};

/**
 * The form begins with what the member was weakest at, or with another assignment. For a gap of the team it begins with
 * all who have it. So it waits for it: what a person sees must not change by itself.
 */
export function AssignDialog(props: Props) {
  const { assign } = useTexts(teamTexts);
  const { memberId, like = '', period, onClose } = props;
  const gap = skillsInOrder.find((name) => name === props.gap);
  const group = useGroup(memberId === '' ? gap : undefined, period);
  const first = memberId || group.members[0]?.member_id || '';
  const { weakest, isLoading } = useWeakest(first, gap);
  const alike = useQuery({
    ...trpc.assignments.get.queryOptions({ assignment_id: like }),
    enabled: like !== '',
  });
  if (!group.isLoading && !isLoading && (alike.data || !like)) {
    const known = { group, gap, weakest, alike: alike.data };
    return <Opened {...known} memberId={first} onClose={onClose} />;
  }
  return (
    <Dialog isDrawer onClose={onClose} title={assign}>
      {alike.error ? <NotLoaded read={alike} /> : <Skeleton className="h-96 w-full" />}
    </Dialog>
  );
}

type Group = {
  members: MemberAnalytics['data'];
  /** How many have the gap. Those of `members` are the first of them. */
  all: number;
};

/** More would fill the form with names. The largest gaps come first. */
const MOST_IN_GROUP = 25;

/** The members with this gap, if the team shows the figures of its members. */
function useGroup(
  dimension: ScoreDimension | undefined,
  period: Span | undefined,
): Group & { isLoading: boolean } {
  const maySee = useMay('see_analytics');
  const { data, isLoading } = useQuery({
    ...trpc.analytics.members.queryOptions({
      sort: 'largest_gap',
      dimension,
      period,
      limit: MOST_IN_GROUP,
    }),
    enabled: dimension !== undefined && maySee,
  });
  const members = dimension ? data?.data.filter(({ largest_gap }) => largest_gap !== null) : [];
  return { members: members ?? [], all: data?.with_gap ?? 0, isLoading };
}

type OpenedProps = {
  memberId: string;
  group: Group;
  gap: ScoreDimension | undefined;
  weakest: Weakest | undefined;
  alike: Assignment | undefined;
  onClose: () => void;
};

/** While the person chooses, the server checks the choice, and the dialog says which entries it would refuse. */
function Opened({ memberId, gap, weakest, alike, onClose, ...props }: OpenedProps) {
  const t = useTexts(assignTexts);
  const { assign } = useTexts(teamTexts);
  const language = useLanguage();
  const skill = gap ? t.skills[gap] : null;
  // A later answer must not change a form that somebody fills in.
  const [[repeated, copied, group]] = useState([weakest, alike, props.group] as const);
  const isGroup = group.members.length > 1;
  // Who has no gap any more is in the draft, but not in the form.
  const among = (some: readonly string[]) =>
    group.members.map(({ member_id }) => member_id).filter((id) => some.includes(id));
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const lost = useRef<LostKeys>(new Map());
  const sent = useSchemaForm<z.input<typeof schema>>({
    // What somebody has begun for another member must not come up here.
    draft: `new-assignment ${copied?.id ?? (isGroup ? gap : memberId)}`,
    defaults: {
      title: skill ? t.practise(skill) : '',
      ...typedOf(fields),
      chosen: { ...nobody, ...repeated?.entries, member_id: memberId },
      members: group.members.map(({ member_id }) => member_id),
      ...(copied && copyOf(copied)),
    },
    schema,
    submit: async (values) => {
      const { title, chosen: ids, members } = values;
      const wanted = (isGroup ? among(members) : [ids.member_id]).map((member_id) => ({
        ...{ ...ids, member_id, title },
        ...valuesIn(fields, values),
      }));
      const work = client.assignments.create.mutate;
      const outcome = await each(wanted, { verb: 'assign', work, lost: lost.current });
      // A policy may have changed since the last check. After the reload, the form says what refuses the assignment now.
      await reload();
      const [failure] = outcome.failed;
      const count = outcome.done.length;
      if (count > 0)
        showToast(count === 1 ? t.created : t.createdMany(numberText(count, language)));
      if (!failure) return onClose();
      if (!isGroup) throw failure.error;
      setRefused(outcome.failed.map(({ row, error }) => ({ id: row.member_id, error })));
      tick(outcome.failed.map(({ row }) => row.member_id));
      return 'keep';
    },
  });
  const { form } = sent;
  const values = useStore(form.store, (state) => state.values);
  const ticked = among(values.members);
  // The check of a group is that of its first.
  const chosen = isGroup ? { ...values.chosen, member_id: ticked[0] ?? '' } : values.chosen;
  const only = ticked.length > 1 ? nameIn(group, chosen.member_id) : undefined;
  const choose = (change: Partial<Chosen>) => {
    const next = { ...chosen, ...change };
    // A key that empties an empty field begins no draft.
    if (!isLike(next, chosen)) form.setFieldValue('chosen', next);
  };
  const tick = (members: string[]) => form.setFieldValue('members', members);
  const { options, verdict } = useCheck(chosen);
  const isWhole = Object.values(chosen).every(Boolean);
  return (
    <FormDialog
      button={{ disabled: !isWhole || (!only && verdict?.allowed === false) }}
      isDrawer
      note={<WithoutEvent />}
      onClose={onClose}
      sent={sent}
      title={assign}
      verb={assign}
    >
      {skill ? <Notice>{t.gapIs(skill)}</Notice> : null}
      {isGroup ? (
        <form.AppField name="members">
          {() => (
            <GroupField
              group={group}
              onTick={tick}
              options={options}
              refused={refused}
              ticked={ticked}
            />
          )}
        </form.AppField>
      ) : (
        <MemberSelect
          hint={chosen.member_id ? t.chooseMemberHint : t.teamPolicy}
          isField
          label={t.member}
          nobody={t.chooseMember}
          onChange={(member_id) => choose({ member_id })}
          value={chosen.member_id}
        />
      )}
      <form.AppField name="title">
        {(field) => <field.Text autoComplete="off" hint={t.titleHint} label={t.title} />}
      </form.AppField>
      {/* Only a change of a field is kept as a draft. */}
      <form.AppField name="chosen">
        {() => <Entries chosen={chosen} onChoose={choose} only={only} options={options} />}
      </form.AppField>
      {repeated && isLike(chosen, { ...repeated.entries, member_id: memberId }) ? (
        <AsIn of={isGroup ? nameIn(group, memberId) : undefined} training={repeated} />
      ) : null}
      <Verdict explanation={verdict} isWhole={isWhole} only={only} />
      <FieldInputs of={fields} />
    </FormDialog>
  );
}

function nameIn({ members }: Group, id: string): string {
  const member = members.find(({ member_id }) => member_id === id);
  return member?.name ?? member?.email ?? id;
}

type Refused = { id: string; error: unknown };

type GroupProps = {
  group: Group;
  ticked: readonly string[];
  onTick: (members: string[]) => void;
  refused: readonly Refused[];
  options: Options | undefined;
};

/** Who has the gap: each gets an exercise of their own. What was refused is said by name, and stays chosen. */
function GroupField({ group, ticked, onTick, refused, options }: GroupProps) {
  const t = useTexts(assignTexts);
  const language = useLanguage();
  const { members, all } = group;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm font-medium">{t.withGap}</legend>
      {refused.length > 0 ? (
        <Notice isUrgent title={t.notAssigned} tone="bad">
          {refused.map(({ id, error }) => (
            <p key={id}>
              {nameIn(group, id)}: {withNames(whyOf(error), options)}
            </p>
          ))}
        </Notice>
      ) : null}
      {members.map(({ member_id: id, largest_gap }) => (
        <Checkbox
          checked={ticked.includes(id)}
          key={id}
          label={
            <>
              {nameIn(group, id)}{' '}
              <span className="tabular text-soft">
                {largest_gap && scoreText(largest_gap.value, language)}
              </span>
            </>
          }
          onChange={({ target }) =>
            onTick(target.checked ? [...ticked, id] : ticked.filter((one) => one !== id))
          }
        />
      ))}
      <p className="text-sm text-soft">
        {all > members.length
          ? `${t.firstOf(numberText(members.length, language), numberText(all, language))} `
          : null}
        {t.groupHint}
      </p>
    </fieldset>
  );
}

/** Who has nothing to do with interfaces would not know what this means (D165). */
function WithoutEvent() {
  const t = useTexts(assignTexts);
  if (!useMay('see_webhooks')) return null;
  return <p className="mr-auto self-center text-xs text-soft">{t.createNote}</p>;
}

const isLike = (one: Chosen, other: Chosen) =>
  Object.keys(nobody).every((key) => one[key as keyof Chosen] === other[key as keyof Chosen]);

/** Why these entries are chosen already. */
function AsIn({ training, of }: { training: Weakest; of: string | undefined }) {
  const { at, dimension, points } = training;
  const t = useTexts(assignTexts);
  const zone = { language: useLanguage(), timeZone: useTimeZone() };
  const skill = t.skills[dimension];
  return (
    <p className="text-sm text-soft">
      {t.asIn(dateText(at, zone), skill, numberText(points, zone.language), of)}
    </p>
  );
}

/** The server says why with the ids of entries. People know the names. */
function withNames(text: string, options: Options | undefined): string {
  const entries = options ? chosenDimensions.flatMap((dimension) => options[dimension]) : [];
  return entries.reduce((said, { id, name }) => said.replace(id, () => name ?? id), text);
}

type EntriesProps = {
  options: Options | undefined;
  chosen: Chosen;
  onChoose: (change: Partial<Chosen>) => void;
  only: string | undefined;
};

function Entries({ options, chosen, onChoose, only }: EntriesProps) {
  if (!options) return <Skeleton className="h-48 w-full" />;
  return chosenDimensions.map((dimension) => (
    <EntryChoice
      dimension={dimension}
      key={dimension}
      onChange={(entry) => onChoose({ [`${dimension}_id`]: entry })}
      only={only}
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
  const { data: verdict } = useQuery(trpc.policies.getExplanation.queryOptions(input, shown));
  return { options, verdict };
}
