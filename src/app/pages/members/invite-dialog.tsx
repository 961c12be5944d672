import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { INVITATIONS_PER_HOUR } from '../../../auth/rate-limits.ts';
import type { InvitationResults } from '../../../features/members/invite-many.schema.ts';
import { languages } from '../../../shared/language/language.ts';
import { emailInput } from '../../../shared/schema/email.ts';
import { client, trpc } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { numberText } from '../../text/formats.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { FieldInputs } from '../../ui/field-inputs.tsx';
import { useSchemaForm } from '../../ui/form.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { readAddresses } from './addresses.ts';
import { InvitationOutcomes, wasInvited } from './invitation-results.tsx';
import { invitationFields, inviteTexts } from './invite-texts.ts';
import { readInvited, useMailTime } from './mail-time.ts';
import { RoleGuide } from './role-guide.tsx';
import { memberTexts } from './texts.ts';

/** A single address is checked like any field. Among several, the page says which ones are no addresses. */
const addresses = z.string().check(({ value, issues }) => {
  const { emails, wrong } = readAddresses(value);
  if (emails.length + wrong.length < 2) {
    const isEmail = emailInput.safeParse(emails[0] ?? value).success;
    if (!isEmail) issues.push({ code: 'invalid_format', format: 'email', input: value });
  } else if (wrong.length > 0 || emails.length > INVITATIONS_PER_HOUR) {
    issues.push({ code: 'custom', input: value });
  }
});

const schema = z.object({
  email: addresses,
  role: z.enum(['member', 'admin']),
  lang: z.enum(languages),
});
type Invitation = z.input<typeof schema>;
type Sent = Omit<Invitation, 'email'> & { emails: string[] };
type Results = InvitationResults['results'];

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [answer, setAnswer] = useState<{ results: Results; sent: Invitation } | null>(null);
  const [draft, setDraft] = useState<Partial<Invitation>>({});
  if (!answer) return <InviteForm draft={draft} onClose={onClose} onRefused={setAnswer} />;
  return (
    <InvitationOutcomes
      onClose={onClose}
      onRest={(emails) => {
        setDraft({ ...answer.sent, email: emails.join('\n') });
        setAnswer(null);
      }}
      results={answer.results}
    />
  );
}

type FormProps = {
  draft: Partial<Invitation>;
  onClose: () => void;
  /** Called if some of several addresses were refused. */
  onRefused: (answer: { results: Results; sent: Invitation }) => void;
};

function InviteForm({ draft, onClose, onRefused }: FormProps) {
  const t = useTexts(memberTexts);
  const texts = useTexts(inviteTexts);
  const language = useLanguage();
  const { data: team } = useQuery(trpc.team.get.queryOptions({}));
  const limit = team ? numberText(team.limits.invitations_per_hour, language) : '';
  const sent = useInviteForm({ draft, onClose, onRefused });
  const { form } = sent;
  const choices = {
    role: (['member', 'admin'] as const).map((one) => [one, t.roles[one]] as const),
    lang: languages.map((one) => [one, texts.languages[one]] as const),
  };
  return (
    <FormDialog
      below={<RoleGuide />}
      lead={limit ? texts.inviteLimit(limit) : null}
      onClose={onClose}
      sent={sent}
      title={texts.inviteTitle}
      verb={t.invite}
    >
      <form.AppField name="email">
        {(field) => (
          <div className="grid gap-1.5">
            <field.Area
              autoComplete="off"
              hint={texts.emailsHint}
              invalid={texts.emailsInvalid(INVITATIONS_PER_HOUR)}
              label={texts.emails}
              rows={3}
              spellCheck={false}
            />
            <AddressesRead text={field.state.value} />
          </div>
        )}
      </form.AppField>
      <div className="grid gap-4 sm:grid-cols-2">
        <FieldInputs choices={choices} of={invitationFields} />
      </div>
    </FormDialog>
  );
}

function useInviteForm({ draft, onClose, onRefused }: FormProps) {
  const texts = useTexts(inviteTexts);
  const language = useLanguage();
  const mailTime = useMailTime();
  const inviteOne = useAction(client.members.invite.mutate, async ({ id }) => {
    showToast(texts.invited, { more: mailTime(await readInvited(id)) });
    onClose();
  });
  const inviteSeveral = useAction(
    ({ emails, ...rest }: Sent, options) =>
      client.members.inviteMany.mutate({ emails, ...rest }, options),
    ({ results }, { emails, ...rest }) => {
      if (results.every(wasInvited)) {
        showToast(texts.invitedMany(numberText(results.length, language)));
        onClose();
      } else onRefused({ results, sent: { email: emails.join('\n'), ...rest } });
    },
  );
  return useSchemaForm<Invitation>({
    draft: 'invitation',
    defaults: { email: '', role: 'member', lang: language, ...draft },
    schema,
    submit: ({ email, ...rest }) => {
      const { emails } = readAddresses(email);
      const [first] = emails;
      return emails.length === 1 && first !== undefined
        ? inviteOne.orThrow({ email: first, ...rest })
        : inviteSeveral.orThrow({ emails, ...rest });
    },
  });
}

/** Says which addresses the field contains, and whether there are enough seats. */
function AddressesRead({ text }: { text: string }) {
  const texts = useTexts(inviteTexts);
  const { data: team } = useQuery(trpc.team.get.queryOptions({}));
  const { emails, wrong } = readAddresses(text);
  const free = team ? Math.max(0, team.seats - team.seats_taken) : emails.length;
  const isSeveral = emails.length + wrong.length > 1;
  if (!isSeveral && emails.length <= free) return null;
  return (
    <div aria-live="polite" className="grid gap-1 text-sm">
      {isSeveral ? <p className="text-soft">{texts.emailsFound(emails.length)}</p> : null}
      {isSeveral && wrong.length > 0 ? (
        <p className="break-words text-bad">{texts.notEmails(wrong.join(', '))}</p>
      ) : null}
      {emails.length > free ? <p className="text-warn">{texts.seatsFor(free)}</p> : null}
    </div>
  );
}
