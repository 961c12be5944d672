import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { catalogDimensions } from '../../../features/catalog/catalog-dimensions.ts';
import type { ArrangedEntry } from '../../../features/catalog/entries.schema.ts';
import type { SubjectPolicies } from '../../../features/policies/policies.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useEdit } from '../../api/use-edit.ts';
import { useMay } from '../../session/session.ts';
import { useEntryName } from '../../team/entry-names.ts';
import { teamTexts } from '../../team/texts.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { type Chosen, type ChosenPolicy, chosenOf, isSame } from './chosen.ts';
import { DimensionPolicy } from './dimension-policy.tsx';
import { policyTexts } from './texts.ts';

type Props = {
  memberId: string | null;
  policies: SubjectPolicies;
  entries: readonly ArrangedEntry[];
};

export function PolicyForm({ memberId, policies, entries }: Props) {
  const t = useTexts(policyTexts);
  const team = useTexts(teamTexts);
  const mayChange = useMay('change_policies');
  const { seen, chosen, setChosen, take, read, edit } = usePolicies(memberId, policies);
  const isChanged = !isSame(chosen, seen.chosen);
  const place = useRef<HTMLDivElement>(null);
  useUnsaved(isChanged, place);
  const nameOf = useEntryName();
  const wordsOf = (policy: ChosenPolicy) =>
    policy
      ? `${t.named[policy.mode]}: ${policy.entry_ids.map(nameOf).join(', ') || '–'}`
      : t.modes.none;
  return (
    <div className="grid gap-4" ref={place}>
      {catalogDimensions.map((dimension) => (
        <DimensionPolicy
          chosen={chosen[dimension]}
          dimension={dimension}
          entries={entries.filter((entry) => entry.dimension === dimension)}
          isOfMember={memberId !== null}
          key={dimension}
          onChange={(policy) => setChosen({ ...chosen, [dimension]: policy })}
        />
      ))}
      {isChanged ? <Preview chosen={chosen} memberId={memberId} /> : null}
      <FailureNotice error={edit.error} />
      {mayChange ? (
        <div className="flex flex-wrap justify-end gap-2">
          {isChanged ? <Button onClick={() => setChosen(seen.chosen)}>{t.reset}</Button> : null}
          <Button
            disabled={!isChanged}
            isBusy={edit.isBusy}
            look="primary"
            onClick={() => void edit.run(chosen, seen.version)}
          >
            {t.save}
          </Button>
        </div>
      ) : null}
      <StaleDialog
        fields={team.dimensions}
        onReload={async () => take(await read())}
        show={(_, policy) => wordsOf(policy as ChosenPolicy)}
        stale={edit.stale}
      />
    </div>
  );
}

/** The policies of a form, with the functions that save them and undo that. */
function usePolicies(memberId: string | null, policies: SubjectPolicies) {
  const t = useTexts(policyTexts);
  // The policies of the server when the person began. They stay until the person saves.
  const [seen, setSeen] = useState({ chosen: chosenOf(policies), version: policies.version });
  const [chosen, setChosen] = useState<Chosen>(seen.chosen);
  const take = (saved: SubjectPolicies) => {
    setSeen({ chosen: chosenOf(saved), version: saved.version });
    setChosen(chosenOf(saved));
  };
  const read = () => client.policies.get.query({ member_id: memberId });
  const edit = useEdit({
    send: (now: Chosen, version, options) =>
      client.policies.set.mutate({ member_id: memberId, ...now, version }, options),
    newest: read,
    mine: (now) => now,
    done: (saved) => {
      const before = seen.chosen;
      take(saved);
      const { version } = saved;
      const undo = async () => {
        const undone = await client.policies.set.mutate({
          member_id: memberId,
          ...before,
          version,
        });
        setSeen({ chosen: chosenOf(undone), version: undone.version });
        // Entries that the person has chosen after saving stay.
        setChosen((now) => (isSame(now, chosenOf(saved)) ? chosenOf(undone) : now));
      };
      showToast(t.saved, { undo });
    },
  });
  return { seen, chosen, setChosen, take, read, edit };
}

type PreviewProps = { chosen: Chosen; memberId: string | null };

/** Says before saving how many open assignments would no longer be allowed. */
function Preview({ chosen, memberId }: PreviewProps) {
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
