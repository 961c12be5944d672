import { useState } from 'react';
import { MemberSelect } from '../../../team/member-select.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import type { Shown } from './settings.tsx';
import { entryOf, type Owner } from './settings-form.ts';
import { settingsTexts } from './settings-texts.ts';

const FIRST = 12;

/** The owners of deals in the CRM, and which member each of them is. Owners without a member come first. */
export function Owners(props: Shown) {
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const { owners } = props.connection;
  const [showsAll, setShowsAll] = useState(false);
  const isHidden = owners.length > 0 && owners.every(isNameless);
  // Owners without deals need no member.
  const unmatched = owners.filter(({ user_id, erased, deals }) => !user_id && !erased && deals > 0);
  const shown = showsAll ? owners : owners.slice(0, FIRST);
  const left = owners.length - shown.length;
  return (
    <Section
      actions={
        unmatched.length === 0 || isHidden ? null : (
          <Badge tone="warn">{t.unmatched(numberText(unmatched.length, language))}</Badge>
        )
      }
      lead={owners.length === 0 ? t.noOwners : t.ownersLead}
      title={t.names.owners}
    >
      {isHidden ? <Notice>{t.ownersHidden}</Notice> : null}
      {shown.length > 0 ? (
        <ul className="divide-y divide-line border-y border-line">
          {shown.map((owner) => (
            <OwnerRow {...props} isHidden={isHidden} key={owner.external_id} owner={owner} />
          ))}
        </ul>
      ) : null}
      {left > 0 ? (
        <div>
          <Button onClick={() => setShowsAll(true)} size="sm">
            {t.more(numberText(left, language))}
          </Button>
        </div>
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

function OwnerRow(props: Shown & { owner: Owner; isHidden: boolean }) {
  const { owner, values, isHidden } = props;
  const t = useTexts(settingsTexts);
  const language = useLanguage();
  const { email, name, deals, external_id, erased } = owner;
  const about = [
    name && email,
    t.ofDeals(numberText(deals, language)),
    entryOf(values.owners, external_id) && t.byHand,
  ].filter(Boolean);
  return (
    <li className="grid items-center gap-x-4 gap-y-1.5 py-2.5 text-sm sm:grid-cols-2">
      <span className="grid min-w-0">
        <span className="truncate font-medium">{ownerName(owner)}</span>
        <span className="tabular truncate text-soft">{about.join(' · ')}</span>
      </span>
      {erased ? <span className="text-soft">{t.erased}</span> : null}
      {isHidden || erased ? null : <OwnerMember {...props} />}
    </li>
  );
}

/** The member who is this owner. Without a choice, the e-mail address decides. */
function OwnerMember({ owner, values, onChange }: Shown & { owner: Owner }) {
  const t = useTexts(settingsTexts);
  const { external_id, user_id, chosen } = owner;
  const now = entryOf(values.owners, external_id) ?? (chosen ? null : user_id) ?? '';
  const choose = (user: string) => {
    const { [external_id]: _, ...others } = values.owners;
    onChange({ ...values, owners: user ? { ...others, [external_id]: user } : others });
  };
  return (
    <MemberSelect
      by="user_id"
      label={t.memberOf(ownerName(owner))}
      nobody={chosen ? t.byEmail : t.nobody}
      onChange={choose}
      value={now}
    />
  );
}
