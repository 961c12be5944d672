import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PrivacyInput } from '../../../features/team/privacy.schema.ts';
import type { OwnTeam } from '../../../features/team/team.schema.ts';
import { trpc } from '../../api/client.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { Switch } from '../../ui/check.tsx';
import { NotLoaded } from '../../ui/not-loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import { Meaning } from './meaning.tsx';
import { privacyPage } from './page.ts';
import { Preview } from './preview.tsx';
import { privacyTexts } from './texts.ts';

const names = ['member_detail_enabled', 'leaderboard_enabled'] as const;

/** The switches of the team. Turning one shows its effect first. It is saved when the person confirms. */
export function PrivacyPage() {
  const t = useTexts(privacyTexts);
  const title = privacyPage.title[useLanguage()];
  const read = useQuery(trpc.team.get.queryOptions({}));
  const { data: team } = read;
  return (
    <>
      <PageHeader lead={t.lead} title={title} />
      <NotLoaded read={read}>
        <Skeleton className="h-40 w-full" />
      </NotLoaded>
      {team ? <Switches team={team} /> : null}
    </>
  );
}

function Switches({ team }: { team: OwnTeam }) {
  const t = useTexts(privacyTexts);
  const [change, setChange] = useState<PrivacyInput>({});
  const place = useRef<HTMLElement>(null);
  useUnsaved(Object.keys(change).length > 0, place);
  const toggle = (name: (typeof names)[number], isOn: boolean) => {
    const { [name]: _, ...others } = change;
    setChange(isOn === team[name] ? others : { ...others, [name]: isOn });
  };
  return (
    <>
      <section
        className="divide-y divide-line rounded-xl border border-line bg-card shadow-sm"
        ref={place}
      >
        {names.map((name) => (
          <div className="p-4" key={name}>
            <Switch
              checked={change[name] ?? team[name]}
              hint={t.switchesMore[name]}
              label={<span className="font-medium">{t.switches[name]}</span>}
              onChange={({ target }) => toggle(name, target.checked)}
            />
          </div>
        ))}
      </section>
      {Object.keys(change).length === 0 ? (
        <>
          <Meaning heading="h2" switches={team} title={t.isNow} />
          <Notice>
            {t.choose} {t.ownerOnly}
          </Notice>
        </>
      ) : (
        <Preview change={change} onDone={() => setChange({})} />
      )}
    </>
  );
}
