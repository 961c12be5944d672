import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ErasurePreview, FormerMember } from '../../../features/members/erasure.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Checkbox } from '../../ui/check.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { formerTexts } from './former-texts.ts';

type Props = { member: FormerMember; onClose: () => void };

/** Erases a former member. It asks for the name, because nobody can undo an erasure. */
export function EraseDialog({ member, onClose }: Props) {
  const t = useTexts(formerTexts);
  // While the team hides names, the id says who it is.
  const name = member.name ?? member.email ?? member.id;
  const { data: preview } = useQuery({
    ...trpc.members.erasurePreview.queryOptions({ member_id: member.id }),
    staleTime: 0,
  });
  const [chosen, setChosen] = useState<string[]>();
  // An erasure also looks for the name in texts. A name that a colleague shares may mean the colleague.
  const shared = preview?.names.filter(({ is_shared }) => is_shared) ?? [];
  const leave = chosen ?? shared.map(({ since }) => since);
  const erase = useAction(client.members.erase.mutate, () => {
    showToast(t.requested);
  });
  return (
    <Confirm
      action={erase}
      input={{ member_id: member.id, leave }}
      isBlocked={!preview}
      name={name}
      onClose={onClose}
      title={t.eraseOf(name)}
      verb={t.erase}
    >
      <p>{t.goes}</p>
      {preview ? (
        <ErasedNames leave={leave} names={preview.names} onLeave={setChosen} />
      ) : (
        <Skeleton className="h-10 w-full" />
      )}
      <p>{t.left}</p>
      {preview && preview.urls.length > 0 ? <Urls urls={preview.urls} /> : null}
      <p>{t.stays}</p>
      <p className="font-medium text-ink">{t.forever}</p>
    </Confirm>
  );
}

/** The webhook URLs that the erasure leaves. */
function Urls({ urls }: Pick<ErasurePreview, 'urls'>) {
  const t = useTexts(formerTexts);
  return (
    <div className="grid gap-2">
      <p>{t.urls}</p>
      <ul className="grid gap-1">
        {urls.map(({ endpoint_id, url }) => (
          <li key={endpoint_id}>
            <Link
              className="wrap-anywhere underline"
              params={{ endpointId: endpoint_id }}
              to="/webhooks/$endpointId"
            >
              {url}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

type BorneName = ErasurePreview['names'][number];
type ErasedNamesProps = {
  names: readonly BorneName[];
  leave: readonly string[];
  onLeave: (leave: string[]) => void;
};

/**
 * The names that an erasure looks for in texts. People choose their names, so the owner sees
 * whether each is a name.
 */
function ErasedNames({ names, leave, onLeave }: ErasedNamesProps) {
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
