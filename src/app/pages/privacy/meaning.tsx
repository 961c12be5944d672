import type { PrivacyInput } from '../../../features/team/privacy.schema.ts';
import { useTexts } from '../../text/language.ts';
import { privacyTexts } from './texts.ts';

type Props = {
  title: string;
  /** Its place below the headings of the page. */
  heading: 'h2' | 'h3';
  switches: Required<PrivacyInput>;
};

/** What the switches mean, in three sentences: for admins, for programs, and for analytics. */
export function Meaning({ title, heading: Heading, switches }: Props) {
  const t = useTexts(privacyTexts).meaning;
  const { member_detail_enabled: detail, leaderboard_enabled: board } = switches;
  const sentences = [
    detail ? t.adminsSee : t.adminsDoNot,
    detail ? t.programsSee : t.programsDoNot,
    detail && board ? t.compares : detail ? t.comparesNot : t.averages,
  ];
  return (
    <section className="grid gap-2 rounded-xl border border-line bg-card p-4 shadow-sm">
      <Heading className="font-medium">{title}</Heading>
      <ul className="grid list-disc gap-1 pl-5 text-pretty">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}
