import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../api/client.ts';
import { useTexts } from '../../text/language.ts';
import { readAddresses } from './addresses.ts';
import { memberTexts } from './texts.ts';

/** Says which addresses the field contains, and whether there are enough seats. */
export function AddressesRead({ text }: { text: string }) {
  const t = useTexts(memberTexts);
  const { data: team } = useQuery(trpc.team.get.queryOptions({}));
  const { emails, wrong } = readAddresses(text);
  const free = team ? Math.max(0, team.seats - team.seats_taken) : emails.length;
  const isSeveral = emails.length + wrong.length > 1;
  if (!isSeveral && emails.length <= free) return null;
  return (
    <div aria-live="polite" className="grid gap-1 text-sm">
      {isSeveral ? <p className="text-soft">{t.emailsFound(emails.length)}</p> : null}
      {isSeveral && wrong.length > 0 ? (
        <p className="break-words text-bad">{t.notEmails(wrong.join(', '))}</p>
      ) : null}
      {emails.length > free ? <p className="text-warn">{t.seatsFor(free)}</p> : null}
    </div>
  );
}
