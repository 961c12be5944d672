import { client, reload } from '../../api/client.ts';
import { codeOf } from '../../api/failure.ts';
import { type Action, useOwnAction } from '../../api/use-action.ts';
import { isSandbox } from '../../session/rights.ts';
import { useTeam } from '../../session/session.ts';
import { Time } from '../../session/time.tsx';
import { useTexts } from '../../text/language.ts';
import { Button } from '../../ui/button.tsx';
import { Detail, Details } from '../../ui/details.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import type { Decided, LoginWithCode } from './code-section.tsx';
import { commandLineTexts } from './texts.ts';

type Props = {
  login: LoginWithCode;
  onEnd: (how: Decided) => void;
};

/** Says which program asks for a login and from where, before the person confirms. */
export function LoginSection({ login, onEnd }: Props) {
  const t = useTexts(commandLineTexts);
  const { code, team } = login;
  const everywhere = [t.may.logs, t.may.listen, t.may.resend];
  const may = isSandbox(useTeam()) ? [...everywhere, t.may.trigger] : everywhere;
  const confirm = useOwnAction(client.commandLine.confirmLogin.mutate, async () => {
    onEnd('confirmed');
    await reload();
  });
  const refuse = useOwnAction(client.commandLine.refuseLogin.mutate, () => onEnd('refused'));
  const isBusy = confirm.isBusy || refuse.isBusy;
  const decide = async <I,>(action: Action<I>, input: I) => {
    try {
      await action.orThrow(input);
    } catch (thrown) {
      // The code has expired meanwhile, or another window has decided.
      if (codeOf(thrown) === 'not_found') onEnd('over');
    }
  };
  return (
    <Section id="asked" title={t.asks(login.machine)}>
      <Notice title={t.ownQuestion} tone="warn">
        {t.ownMore}
      </Notice>
      {login.is_own_network ? null : (
        <Notice isUrgent title={t.foreign} tone="bad">
          {t.foreignMore(login.ip ?? t.unknownAddress, login.own_ip ?? t.unknownAddress)}
        </Notice>
      )}
      <Origin login={login} />
      <div className="grid gap-1.5 text-sm">
        <p className="font-medium">{t.mayTitle}</p>
        <ul className="grid list-disc gap-1 pl-5">
          {may.map((what) => (
            <li key={what}>{what}</li>
          ))}
        </ul>
        <p className="text-soft">{t.mayNot}</p>
      </div>
      <FailureNotice error={confirm.error ?? refuse.error} />
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={isBusy}
          isBusy={confirm.isBusy}
          look="primary"
          onClick={() => void decide(confirm, { code, tenant_id: team.id })}
        >
          {t.confirm(team.name)}
        </Button>
        <Button
          disabled={isBusy}
          isBusy={refuse.isBusy}
          onClick={() => void decide(refuse, { code })}
        >
          {t.refuse}
        </Button>
      </div>
    </Section>
  );
}

function Origin({ login }: { login: LoginWithCode }) {
  const t = useTexts(commandLineTexts);
  const { machine, system, ip, own_ip, asked_at, version, team } = login;
  const rows: [label: string, value: string][] = [
    [t.team, team.name],
    [t.machine, machine],
    [t.system, system],
    [t.version, version],
    [t.address, ip ?? t.unknownAddress],
    [t.ownAddress, own_ip ?? t.unknownAddress],
  ];
  return (
    <Details>
      {rows.map(([label, value]) => (
        <Detail key={label} label={label}>
          <span className="break-words">{value}</span>
        </Detail>
      ))}
      <Detail label={t.requested}>
        <Time at={asked_at} />
      </Detail>
    </Details>
  );
}
