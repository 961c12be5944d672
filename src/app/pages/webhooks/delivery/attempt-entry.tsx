import { Link } from '@tanstack/react-router';
import type {
  ManualRetry,
  ShownAttempt,
} from '../../../../features/webhooks/delivery-detail.schema.ts';
import { useMay } from '../../../session/session.ts';
import { Time } from '../../../session/time.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { Badge } from '../../../ui/badge.tsx';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { factLinkClass } from '../../../ui/link-class.ts';
import { Answer } from '../answer.tsx';
import { askerName } from './asker-name.ts';
import { deliveryTexts } from './texts.ts';

type Props = { attempt: ShownAttempt; isNewest: boolean; deliveryId: string };

export function AttemptEntry({ attempt, isNewest, deliveryId }: Props) {
  const t = useTexts(deliveryTexts);
  const language = useLanguage();
  const { n, at, response_ms, manual } = attempt;
  return (
    <li>
      <details className="group/attempt" open={isNewest}>
        <summary className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 hover:bg-hover">
          <Icon className="text-soft group-open/attempt:rotate-90" name="right" size={14} />
          <span className="font-medium">{t.attempt(n)}</span>
          <Answer error={attempt.error} response_code={attempt.response_code} />
          {manual ? <Badge tone="accent">{t.manualBy(askerName(manual.by, t))}</Badge> : null}
          <span className="tabular ml-auto flex items-center gap-3 text-soft">
            {response_ms === null ? null : t.took(numberText(response_ms, language))}
          </span>
        </summary>
        <div className="grid gap-3 px-3 pt-1 pb-4">
          <p className="text-soft">
            <Time at={at} shows="date-time" />
            {manual ? <RequestedBy deliveryId={deliveryId} manual={manual} /> : null}
          </p>
          <Excerpt attempt={attempt} />
          <Headers attempt={attempt} />
        </div>
      </details>
    </li>
  );
}

type RequestedProps = { manual: ManualRetry; deliveryId: string };

/** Links to the audit entry of the retry, of this delivery or of many. */
function RequestedBy({ manual: { run_id }, deliveryId }: RequestedProps) {
  const t = useTexts(deliveryTexts);
  const maySee = useMay('see_audit_log');
  const search = run_id
    ? { target_id: run_id }
    : { target_id: deliveryId, action: 'webhook_delivery.retried' };
  return (
    <>
      {run_id ? <span> · {t.manualOfRun}</span> : null}
      {maySee ? (
        <>
          {' · '}
          <Link className={factLinkClass} search={search as never} to="/audit-log">
            {t.whoRequested}
          </Link>
        </>
      ) : null}
    </>
  );
}

function Headers({ attempt }: { attempt: ShownAttempt }) {
  const t = useTexts(deliveryTexts);
  const { request_headers: headers, signature_hidden } = attempt;
  if (!headers) return <p className="text-soft">{t.noHeaders}</p>;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <Disclosure title={t.requestHeaders}>
      <div className="grid min-w-0 gap-1.5">
        <CopyLine text={lines.join('\n')} />
        {signature_hidden ? (
          <p className="text-soft">{t.signatureHidden[signature_hidden]}</p>
        ) : null}
      </div>
    </Disclosure>
  );
}

function Excerpt({ attempt: { response_code, response_excerpt } }: { attempt: ShownAttempt }) {
  const t = useTexts(deliveryTexts);
  return (
    <div className="grid min-w-0 gap-1.5">
      <h4 className="text-xs font-medium text-soft">{t.answer}</h4>
      {response_code === null ? <p className="text-soft">{t.noAnswer}</p> : null}
      {response_code !== null && !response_excerpt ? (
        <p className="text-soft">{response_excerpt === null ? t.hiddenAnswer : t.emptyAnswer}</p>
      ) : null}
      {response_excerpt ? <CopyLine text={response_excerpt} /> : null}
    </div>
  );
}
