import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { FailureScreen } from '../../screens/failure-screen.tsx';
import { Screen } from '../../screens/screen.tsx';
import { useTexts } from '../../text/language.ts';
import { buttonClass } from '../../ui/button.tsx';
import { OpenCard } from '../../ui/open-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConfirmContact, StopContact } from './answer-contact.tsx';
import { ConfirmEmail } from './confirm-email.tsx';
import { contactLinkTexts } from './contact-texts.ts';
import { JoinTeam } from './join-team.tsx';
import { SetPassword } from './set-password.tsx';
import { linkTexts } from './texts.ts';
import { UndoChange } from './undo-change.tsx';

const wellFormed = /^[\w-]{20,}$/;

/** Links in mails and from the command line lead here. The secret of the link stands behind the `#`. */
export function LinkPage() {
  const t = useTexts(linkTexts);
  const contact = useTexts(contactLinkTexts);
  const [token] = useState(() => location.hash.slice(1));
  const isWellFormed = wellFormed.test(token);
  const { data, error, refetch } = useQuery({
    queryKey: ['link', token],
    queryFn: () => client.account.getLink.mutate({ token }),
    enabled: isWellFormed,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const code = codeOf(error);
  if (!isWellFormed || code === 'link_invalid' || code === 'validation_error') return <Invalid />;
  if (error) return <FailureScreen error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting />;
  const { purpose, team_name } = data;
  const toTeam = team_name
    ? `${purpose === 'first_sign_in' ? t.ownTeam(team_name) : t.toTeam(team_name)} `
    : '';
  // The form below shows the address to somebody who has an account.
  const leads = {
    sign_in: toTeam,
    set_password: `${toTeam}${t.forAccount(data.email)}`,
    confirm: t.newAddress(data.email),
    undo: t.undoLead(data.email),
    confirm_contact: contact.askLead(data.team_name ?? '', data.email),
    stop_contact: contact.stopLead(data.team_name ?? '', data.email),
  };
  return (
    <OpenCard lead={leads[data.next]} title={t.titles[data.purpose]}>
      {data.next === 'set_password' ? <SetPassword link={data} token={token} /> : null}
      {data.next === 'sign_in' ? <JoinTeam link={data} token={token} /> : null}
      {data.next === 'confirm' ? <ConfirmEmail token={token} /> : null}
      {data.next === 'confirm_contact' ? <ConfirmContact token={token} /> : null}
      {data.next === 'stop_contact' ? <StopContact token={token} /> : null}
      {data.next === 'undo' ? <UndoChange link={data} token={token} /> : null}
    </OpenCard>
  );
}

function Waiting() {
  return (
    <div aria-busy="true" className="mx-auto w-full max-w-sm px-4 pt-[6vh] sm:pt-[12vh]">
      <Skeleton className="h-72 w-full" />
    </div>
  );
}

function Invalid() {
  const t = useTexts(linkTexts);
  const actions = (
    <>
      <Link className={buttonClass('plain')} to="/reset">
        {t.newReset}
      </Link>
      <Link className={buttonClass('primary')} to="/sign-in">
        {t.toSignIn}
      </Link>
    </>
  );
  return (
    <Screen actions={actions} icon="clock" isWhole title={t.invalid}>
      <p>{t.invalidMore}</p>
    </Screen>
  );
}
