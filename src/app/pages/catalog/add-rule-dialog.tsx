import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { namedIn } from '../../../shared/language/language.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { chosenDimensions } from '../../team/catalog-dimensions.ts';
import { teamTexts } from '../../team/texts.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { showToast } from '../../ui/toasts.tsx';
import { catalogTexts } from './texts.ts';

const nothing = { situation: '', personality: '', industry: '' };

export function AddRuleDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(catalogTexts);
  const ui = useTexts(uiTexts);
  const team = useTexts(teamTexts);
  const language = useLanguage();
  const { data: entries = [] } = useQuery(trpc.catalog.entries.queryOptions({}));
  const [chosen, setChosen] = useState(nothing);
  const add = useAction(client.catalog.addRule.mutate, () => {
    showToast(t.ruleAdded);
    onClose();
  });
  const isWhole = Object.values(chosen).filter(Boolean).length >= 2;
  const send = () =>
    add.run({
      situation_id: chosen.situation || null,
      personality_id: chosen.personality || null,
      industry_id: chosen.industry || null,
    });
  const buttons = (
    <>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button disabled={!isWhole} isBusy={add.isBusy} look="primary" onClick={() => void send()}>
        {t.addRule}
      </Button>
    </>
  );
  return (
    <Dialog footer={buttons} lead={t.addRuleHint} onClose={onClose} title={t.addRule}>
      {chosenDimensions.map((dimension) => (
        <SelectField
          key={dimension}
          label={team.dimensions[dimension]}
          onChange={({ target }) => setChosen({ ...chosen, [dimension]: target.value })}
          value={chosen[dimension]}
        >
          <option value="">{t.any}</option>
          {entries
            .filter((entry) => entry.dimension === dimension)
            .map(({ id, names }) => (
              <option key={id} value={id}>
                {namedIn(names, language) ?? id}
              </option>
            ))}
        </SelectField>
      ))}
      <FailureNotice error={add.error} />
    </Dialog>
  );
}
