import { useState } from 'react';
import type { ConnectionDetail } from '../../../../features/crm/connections/connections.schema.ts';
import { useMay } from '../../../session/session.ts';
import { useMembersById } from '../../../team/members-by-id.ts';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { late } from '../../../ui/late.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { setUpTexts } from './texts.ts';

const AssignDialog = late(() => import('./assign-dialog.tsx').then((part) => part.AssignDialog));

export type Owner = ConnectionDetail['owners'][number];

const FIRST = 12;

/** The owners of deals in the CRM, and which member each of them is. Owners without a member come first. */
export function Owners({ connection }: { connection: ConnectionDetail }) {
  const t = useTexts(setUpTexts);
  const language = useLanguage();
  const { owners } = connection;
  const [showsAll, setShowsAll] = useState(false);
  const [chosen, setChosen] = useState<Owner | null>(null);
  const isHidden = owners.length > 0 && owners.every(isNameless);
  const nobodys = owners.filter(({ user_id, erased }) => !user_id && !erased);
  // Owners without deals need no member.
  const unmatched = nobodys.filter(({ deals }) => deals > 0).length;
  const shown = showsAll ? owners : owners.slice(0, FIRST);
  const people = useMembersById(shown.map(({ user_id }) => user_id));
  const left = owners.length - shown.length;
  const status = unmatched > 0 ? t.unmatched(numberText(unmatched, language)) : t.allMatched;
  return (
    <Section
      actions={
        owners.length === 0 || isHidden || (nobodys.length > 0 && unmatched === 0) ? null : (
          <Badge tone={unmatched > 0 ? 'warn' : 'plain'}>{status}</Badge>
        )
      }
      lead={t.ownersLead}
      title={t.owners}
    >
      {owners.length === 0 ? <p className="text-sm text-soft">{t.noOwners}</p> : null}
      {isHidden ? <Notice>{t.ownersHidden}</Notice> : null}
      {shown.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {shown.map((owner) => {
            const member = owner.user_id ? people.get(owner.user_id) : undefined;
            return (
              <OwnerRow
                isHidden={isHidden}
                key={owner.external_id}
                memberName={member?.name ?? member?.email ?? owner.user_id}
                onAssign={() => setChosen(owner)}
                owner={owner}
              />
            );
          })}
        </ul>
      ) : null}
      {left > 0 ? (
        <div>
          <Button onClick={() => setShowsAll(true)} size="sm">
            {t.more(numberText(left, language))}
          </Button>
        </div>
      ) : null}
      {chosen ? (
        <AssignDialog connection={connection} onClose={() => setChosen(null)} owner={chosen} />
      ) : null}
    </Section>
  );
}

/** The server sends no names while the team hides member detail. */
function isNameless({ name, email, user_id }: Owner): boolean {
  return name === null && email === null && user_id === null;
}

/** How this page names an owner. */
export function ownerName({ name, email, external_id }: Owner): string {
  return name ?? email ?? external_id;
}

type RowProps = {
  owner: Owner;
  memberName: string | null;
  isHidden: boolean;
  onAssign: () => void;
};

function OwnerRow({ owner, memberName, isHidden, onAssign }: RowProps) {
  const t = useTexts(setUpTexts);
  const language = useLanguage();
  const mayChange = useMay('change_crm_connections');
  const { email, name, deals, chosen, erased } = owner;
  const called = ownerName(owner);
  const about = [name ? email : null, t.ofDeals(numberText(deals, language))].filter(Boolean);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-2.5 text-sm sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_6.5rem]">
      <span className="col-span-2 grid min-w-0 sm:col-span-1">
        <span className="truncate font-medium">{called}</span>
        <span className="tabular truncate text-soft">{about.join(' · ')}</span>
      </span>
      {isHidden ? null : (
        <span className="flex min-w-0 items-center gap-2">
          <span className={memberName ? 'truncate' : 'text-soft'}>
            {erased ? t.erased : (memberName ?? t.nobody)}
          </span>
          {chosen ? <Badge>{t.byHand}</Badge> : null}
        </span>
      )}
      {isHidden || erased || !mayChange ? null : (
        <span className="justify-self-end">
          <Button
            aria-label={memberName ? t.changeOf(called) : t.assignOf(called)}
            onClick={onAssign}
            size="sm"
          >
            {memberName ? t.change : t.assign}
          </Button>
        </span>
      )}
    </li>
  );
}
