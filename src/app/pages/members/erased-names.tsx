import type { ErasurePreview } from '../../../features/members/erasure.schema.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Checkbox } from '../../ui/check.tsx';
import { formerTexts } from './former-texts.ts';

type BorneName = ErasurePreview['names'][number];
type Props = {
  names: readonly BorneName[];
  leave: readonly string[];
  onLeave: (leave: string[]) => void;
};

/**
 * The names that an erasure looks for in texts. People choose their names, so the owner sees
 * whether each is a name.
 */
export function ErasedNames({ names, leave, onLeave }: Props) {
  const t = useTexts(formerTexts);
  const searched = names.filter(({ is_searched }) => is_searched);
  if (searched.length === 0) return <p>{t.noneSearched}</p>;
  const toggle = (since: string) =>
    onLeave(leave.includes(since) ? leave.filter((other) => other !== since) : [...leave, since]);
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2">{t.searched}</legend>
      {searched.map((borne) => (
        <Checkbox
          checked={!leave.includes(borne.since)}
          hint={<BorneSince borne={borne} />}
          key={borne.since}
          label={<span className="text-ink">{borne.name ?? t.nameless}</span>}
          onChange={() => toggle(borne.since)}
        />
      ))}
    </fieldset>
  );
}

function BorneSince({ borne: { since, until, is_shared } }: { borne: BorneName }) {
  const t = useTexts(formerTexts);
  return (
    <>
      {t.since} <Time at={since} shows="date-time" />
      {until ? (
        <>
          {' '}
          {t.until} <Time at={until} shows="date-time" />
        </>
      ) : null}
      {is_shared ? <p>{t.shared}</p> : null}
    </>
  );
}
