import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { isSandbox } from '../session/rights.ts';
import { useMay, useTeam } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { screenTexts } from './texts.ts';

/**
 * Names the owner of the team, for people who need a right. Nothing for those who may not see members, while the team
 * hides them, and in a sandbox, whose members are no people.
 */
export function OwnerName() {
  const t = useTexts(screenTexts);
  const team = useTeam();
  const maySee = useMay('see_members') && !isSandbox(team);
  const input = { role: 'owner', limit: '1' } as const;
  const { data } = useQuery({ ...trpc.members.list.queryOptions(input), enabled: maySee });
  const { name, email } = data?.data[0] ?? {};
  if (!maySee || !email) return null;
  return (
    <p className="wrap-anywhere">
      {t.owner}:{' '}
      <a className="text-accent-text underline underline-offset-2" href={`mailto:${email}`}>
        {name ? `${name} (${email})` : email}
      </a>
      .
    </p>
  );
}
