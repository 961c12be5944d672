import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TechnicalContact } from '../../../features/technical-contact/technical-contact.schema.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { late } from '../../ui/late.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { State } from '../../ui/state.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { contactTexts } from './contact-texts.ts';

const ContactDialog = late(() => import('./contact-dialog.tsx').then((part) => part.ContactDialog));

/** The technical contact: who gets mails about the interfaces of the team, beside its admins. */
export function ContactSection() {
  const t = useTexts(contactTexts);
  const read = useQuery(trpc.technicalContact.get.queryOptions({}));
  const [isEditing, setIsEditing] = useState(false);
  const { data: contact } = read;
  if (!contact) return <NotLoaded read={read} />;
  const edit = () => setIsEditing(true);
  return (
    <Section id="contact" lead={contact.email === null ? t.lead : t.leadShort} title={t.title}>
      {contact.email === null ? (
        <Nobody contact={contact} onSet={edit} />
      ) : (
        <Somebody contact={contact} email={contact.email} onChange={edit} />
      )}
      {isEditing ? <ContactDialog contact={contact} onClose={() => setIsEditing(false)} /> : null}
    </Section>
  );
}

function Nobody({ contact, onSet }: { contact: TechnicalContact; onSet: () => void }) {
  const t = useTexts(contactTexts);
  const { stopped_at } = contact;
  return (
    <>
      {stopped_at === null ? null : (
        <Notice title={t.stopped}>
          {t.stoppedSince}: <Time at={stopped_at} />. {t.stoppedMore}
        </Notice>
      )}
      <div>
        <Button onClick={onSet}>{t.set}</Button>
      </div>
    </>
  );
}

type Props = { contact: TechnicalContact; email: string; onChange: () => void };

function Somebody({ contact, email, onChange }: Props) {
  const t = useTexts(contactTexts);
  const [isRemoving, setIsRemoving] = useState(false);
  const ask = useAction(client.technicalContact.askAgain.mutate, () => {
    showToast(t.requestedAgain);
  });
  const isPending = contact.state === 'pending';
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <p className="min-w-0 font-medium break-all">{email}</p>
        <State is={isPending ? 'pending' : 'confirmed'} noun="contact" />
      </div>
      {isPending ? <p className="text-sm text-soft">{t.pendingMore}</p> : null}
      <FailureNotice error={ask.error} />
      <div className="flex flex-wrap gap-2">
        {isPending ? (
          <Button isBusy={ask.isBusy} onClick={() => void ask.run({})}>
            {t.askAgain}
          </Button>
        ) : null}
        <Button onClick={onChange}>{t.change}</Button>
        <Button onClick={() => setIsRemoving(true)}>{t.remove}</Button>
      </div>
      <Facts contact={contact} />
      {isRemoving ? (
        <RemoveDialog contact={contact} email={email} onClose={() => setIsRemoving(false)} />
      ) : null}
    </>
  );
}

function Facts({ contact }: { contact: TechnicalContact }) {
  const t = useTexts(contactTexts);
  const { set_at, asked_at, confirmed_at } = contact;
  const dates: [label: string, at: string | null][] = [
    [t.since, set_at],
    confirmed_at ? [t.agreed, confirmed_at] : [t.requested, asked_at],
  ];
  return (
    <Details isInCard>
      <Detail label={t.language}>{t.languageNames[contact.lang]}</Detail>
      {dates.map(([label, at]) =>
        at ? (
          <Detail key={label} label={label}>
            <Time at={at} />
          </Detail>
        ) : null,
      )}
    </Details>
  );
}

type Removal = { contact: TechnicalContact; email: string; onClose: () => void };

function RemoveDialog({ contact, email, onClose }: Removal) {
  const t = useTexts(contactTexts);
  // The dialog keeps the version that the person saw, although the page reads it again later.
  const [{ version }] = useState(contact);
  const remove = useAction(client.technicalContact.remove.mutate, () => {
    showToast(t.removed);
  });
  return (
    <Confirm
      action={remove}
      input={{ version }}
      onClose={onClose}
      title={t.removeTitle}
      verb={t.remove}
    >
      <p className="break-words">{t.removeMore(email)}</p>
    </Confirm>
  );
}
