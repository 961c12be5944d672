import { useQuery } from '@tanstack/react-query';
import { trpc } from '../api/client.ts';
import { useTeam } from '../session/session.ts';
import { useTexts } from '../text/language.ts';
import { shellTexts } from './texts.ts';

/** Imprint and privacy notice, if the team has set their addresses. */
export function LegalLinks() {
  const t = useTexts(shellTexts);
  const team = useTeam();
  const { data, isLoading } = useQuery({
    ...trpc.team.get.queryOptions({}),
    enabled: team !== null,
  });
  // Their place is kept, so that the navigation above does not move.
  if (isLoading) return <div className="h-4" />;
  const links = [
    [t.imprint, data?.imprint_url],
    [t.privacyNotice, data?.privacy_url],
  ] as const;
  if (links.every(([, href]) => !href)) return null;
  return (
    <p className="flex flex-wrap gap-x-3 gap-y-1 px-3 text-xs text-soft">
      {links.map(([label, href]) =>
        href ? (
          <a
            className="rounded-sm hover:text-ink hover:underline"
            href={href}
            key={label}
            rel="noreferrer"
            target="_blank"
          >
            {label}
          </a>
        ) : null,
      )}
    </p>
  );
}
