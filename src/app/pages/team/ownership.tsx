import { useState } from 'react';
import type { OwnTeam } from '../../../features/team/team.schema.ts';
import { client } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { useMay } from '../../session/session.ts';
import { Time } from '../../session/time.tsx';
import { useMembersById } from '../../team/members-by-id.ts';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { late } from '../../ui/late.tsx';
import { Section } from '../../ui/section.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { teamPageTexts } from './texts.ts';

const OfferDialog = late(() => import('./offer-dialog.tsx').then((part) => part.OfferDialog));

/** Hands the team over: the owner makes an offer, and the other person accepts it. */
export function Ownership({ team }: { team: OwnTeam }) {
  const t = useTexts(teamPageTexts);
  const isOwner = useMay('offer_ownership');
  const offer = team.ownership_offer;
  return (
    <Section id="ownership" title={t.ownership}>
      {offer?.is_to_me ? <Accept /> : null}
      {offer && !offer.is_to_me && isOwner ? <Pending offer={offer} /> : null}
      {!offer && isOwner ? <Offer /> : null}
      {!offer?.is_to_me && !isOwner ? (
        <p className="text-sm text-soft">{t.ownershipOther}</p>
      ) : null}
    </Section>
  );
}

function Pending({ offer }: { offer: NonNullable<OwnTeam['ownership_offer']> }) {
  const t = useTexts(teamPageTexts);
  const member = useMembersById([offer.member_id], 'id').get(offer.member_id);
  const withdraw = useAction(client.team.withdrawOwnership.mutate, () => {
    showToast(t.withdrawn);
  });
  return (
    <>
      <p className="font-medium">{t.pending(member?.name ?? member?.email ?? t.aMember)}</p>
      <p className="text-sm text-soft">
        {t.pendingUntil} <Time at={offer.expires_at} />
      </p>
      <FailureNotice error={withdraw.error} />
      <div>
        <Button isBusy={withdraw.isBusy} onClick={() => void withdraw.run({})}>
          {t.withdraw}
        </Button>
      </div>
    </>
  );
}

function Offer() {
  const t = useTexts(teamPageTexts);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className="text-sm text-soft">{t.ownershipMore}</p>
      <div>
        <Button onClick={() => setIsOpen(true)}>{t.offer}</Button>
      </div>
      {isOpen ? <OfferDialog onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}

function Accept() {
  const t = useTexts(teamPageTexts);
  const accept = useAction(client.team.acceptOwnership.mutate, () => {
    showToast(t.accepted);
  });
  return (
    <>
      <p className="font-medium">{t.offeredToMe}</p>
      <p className="text-sm text-soft">{t.offeredToMeMore}</p>
      <FailureNotice error={accept.error} />
      <div>
        <Button isBusy={accept.isBusy} look="primary" onClick={() => void accept.run({})}>
          {t.accept}
        </Button>
      </div>
    </>
  );
}
