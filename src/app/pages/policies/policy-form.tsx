import { useState } from 'react';
import type { ArrangedEntry } from '../../../features/catalog/entries.schema.ts';
import type { SubjectPolicies } from '../../../features/policies/policies.schema.ts';
import { client, queryClient, trpc } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { useTimeZone } from '../../session/time-zone.tsx';
import { catalogDimensions } from '../../team/catalog-dimensions.ts';
import { teamTexts } from '../../team/texts.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { StaleDialog } from '../../ui/stale-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { type Chosen, chosenOf, isSame } from './chosen.ts';
import { DimensionPolicy } from './dimension-policy.tsx';
import { Preview } from './preview.tsx';
import { policyTexts } from './texts.ts';

type Props = {
  memberId: string | null;
  policies: SubjectPolicies;
  entries: readonly ArrangedEntry[];
};

export function PolicyForm({ memberId, policies, entries }: Props) {
  const t = useTexts(policyTexts);
  const team = useTexts(teamTexts);
  const timeZone = useTimeZone();
  const mayChange = useMay('change_policies');
  // The policies as they were when the person began, until they are saved.
  const [seen, setSeen] = useState({ chosen: chosenOf(policies), version: policies.version });
  const [chosen, setChosen] = useState<Chosen>(seen.chosen);
  const isChanged = !isSame(chosen, seen.chosen);
  const take = (saved: SubjectPolicies) => {
    setSeen({ chosen: chosenOf(saved), version: saved.version });
    setChosen(chosenOf(saved));
  };
  const set = useAction(client.policies.set.mutate, async (saved: SubjectPolicies) => {
    take(saved);
    showToast(t.saved);
    await queryClient.invalidateQueries(trpc.policies.pathFilter());
  });
  const read = () => client.policies.get.query({ member_id: memberId });
  const overwrite = async () => {
    const { version } = await read();
    await set.run({ member_id: memberId, ...chosen, version });
  };
  const reload = async () => {
    take(await read());
    set.reset();
  };
  const isStale = codeOf(set.error) === 'stale';
  return (
    <div className="grid gap-4">
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
      <FailureNotice error={isStale ? null : set.error} />
      {mayChange ? (
        <div className="flex flex-wrap justify-end gap-2">
          {isChanged ? <Button onClick={() => setChosen(seen.chosen)}>{t.reset}</Button> : null}
          <Button
            disabled={!isChanged}
            isBusy={set.isBusy}
            look="primary"
            onClick={() => void set.run({ member_id: memberId, ...chosen, version: seen.version })}
          >
            {t.save}
          </Button>
        </div>
      ) : null}
      {isStale ? (
        <StaleDialog
          error={set.error}
          fields={team.dimensions}
          onClose={set.reset}
          onOverwrite={() => void overwrite()}
          onReload={() => void reload()}
          timeZone={timeZone}
        />
      ) : null}
    </div>
  );
}
