import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { isSandbox } from '../session/rights.ts';
import { useMay, useTeam } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { enterSandboxTexts } from './sandbox-texts.ts';

/**
 * Names the owner of the team, for people who need a right. Nothing for those who may not see members, while the team
 * hides them, and in a sandbox, whose members are no people.
 */
export function OwnerNames() {
  const t = useTexts(enterSandboxTexts);
  const team = useTeam();
  const maySee = useMay('see_members') && !isSandbox(team);
  const input = { role: 'owner', limit: '5' } as const;
  const { data } = useQuery({ ...trpc.members.directory.queryOptions(input), enabled: maySee });
  const names = (maySee ? (data?.data ?? []) : []).flatMap(({ name, email }) => {
    const known = name && email ? `${name} (${email})` : (name ?? email);
    return known ?? [];
  });
  if (names.length === 0) return null;
  return <p className="wrap-anywhere">{t.ownerIs(names.join(', '))}</p>;
}
