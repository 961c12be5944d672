const LONGEST = 60;

const german: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

type Named = { what: string; team: string; now: Date; timeZone: string; ending: string };

/**
 * Makes the name of a file from what is exported, the team, and the day in the team's time zone, with
 * characters that every file system allows.
 */
export function fileName({ what, team, now, timeZone, ending }: Named): string {
  const plain = team
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => german[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  const day = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  return `${[what, plain, day].filter(Boolean).join('-')}.${ending}`;
}
