import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { EndpointDetail } from '../../../../features/webhooks/endpoint-detail.schema.ts';
import { useMay } from '../../../session/session.ts';
import { Ago } from '../../../session/time.tsx';
import { useTimeZone } from '../../../session/time-zone.tsx';
import { teamTexts } from '../../../team/texts.ts';
import { failsOften } from '../../../text/fails-often.ts';
import { dateTimeText, numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Actions } from '../../../ui/actions.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { FailureNotice } from '../../../ui/failure-notice.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Answer } from '../answer.tsx';
import { endpointPageTexts } from './texts.ts';
import { DAY, sumsOf, useHealth } from './use-health.ts';
import { useSwitch } from './use-switch.ts';

/** The problems of an endpoint, each with its remedy. */
export function EndpointNotices({ endpoint }: { endpoint: EndpointDetail }) {
  const t = useTexts(endpointPageTexts);
  const { replaces, replaced_by, retry_id } = endpoint;
  return (
    <>
      <StateNotice endpoint={endpoint} />
      {retry_id ? (
        <Notice title={t.retrying}>
          <Step to={`/webhooks/${endpoint.id}`} search={{ retry: retry_id }}>
            {t.showProgress}
          </Step>
        </Notice>
      ) : null}
      {replaced_by ? (
        <Notice title={t.replacedBy}>
          <p>{t.replacedByMore}</p>
          <Step to={`/webhooks/${replaced_by}`}>{t.openNew}</Step>
        </Notice>
      ) : null}
      {replaces ? (
        <Notice title={t.replaces}>
          <p>{t.replacesMore}</p>
          <Step to={`/webhooks/${replaces}`}>{t.openOld}</Step>
        </Notice>
      ) : null}
    </>
  );
}

function StateNotice({ endpoint }: { endpoint: EndpointDetail }) {
  const t = useTexts(endpointPageTexts);
  const language = useLanguage();
  const timeZone = useTimeZone();
  const timeOf = (at: string) => dateTimeText(at, { language, timeZone });
  const { status, failing_since, pauses_at, paused_at, waiting } = endpoint;
  const held = waiting > 0 ? t.held(numberText(waiting, language)) : '';
  if (status === 'disabled_failures') {
    return (
      <Notice title={t.paused(paused_at ? timeOf(paused_at) : '…')} tone="warn">
        <p>
          {t.pausedMore} {held}
        </p>
        <LastAnswer endpoint={endpoint} />
        <SwitchOn endpoint={endpoint} />
      </Notice>
    );
  }
  if (status === 'disabled') {
    return (
      <Notice title={t.off}>
        <p>
          {t.offMore} {held}
        </p>
        <SwitchOn endpoint={endpoint} />
      </Notice>
    );
  }
  if (!failing_since) return <OftenFailing endpoint={endpoint} />;
  const since = timeOf(failing_since);
  return (
    <Notice title={t.failing} tone="bad">
      <p>{pauses_at ? t.failingMore(since, timeOf(pauses_at)) : t.failingSince(since)}</p>
      <LastAnswer endpoint={endpoint} />
    </Notice>
  );
}

/** The same rule as in the overview, and the same numbers as in the chart below. */
function OftenFailing({ endpoint: { id } }: { endpoint: EndpointDetail }) {
  const t = useTexts(endpointPageTexts);
  const language = useLanguage();
  const sums = sumsOf(useHealth(id).data?.data[0]?.hours.slice(-DAY) ?? []);
  if (!failsOften(sums)) return null;
  const [failed, all] = [sums.failed, sums.ok + sums.failed].map((n) => numberText(n, language));
  return (
    <Notice title={t.retried(failed ?? '', all ?? '')} tone="warn">
      <p>{t.retriedMore}</p>
    </Notice>
  );
}

function LastAnswer({ endpoint: { last_answer } }: { endpoint: EndpointDetail }) {
  const t = useTexts(endpointPageTexts);
  if (!last_answer) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-x-1.5">
      {t.lastAnswer}
      <Answer {...last_answer} />
      <Ago at={last_answer.at} />
    </p>
  );
}

function SwitchOn({ endpoint }: { endpoint: EndpointDetail }) {
  const { endpointOn } = useTexts(teamTexts);
  const mayChange = useMay('change_webhooks');
  const change = useSwitch(endpoint);
  if (!mayChange) return null;
  return (
    <div className="grid justify-items-start gap-2 pt-2">
      <Actions
        actions={[
          {
            label: endpointOn(endpoint.status),
            isBusy: change.isBusy,
            run: () => void change.run('active'),
          },
        ]}
        id={endpoint.id}
      />
      <FailureNotice error={change.error} />
    </div>
  );
}

type StepProps = { to: string; search?: Record<string, string>; children: ReactNode };

function Step({ to, search = {}, children }: StepProps) {
  return (
    <p className="pt-2">
      <Link className={buttonClass('plain', 'sm')} search={search} to={to}>
        {children}
      </Link>
    </p>
  );
}
