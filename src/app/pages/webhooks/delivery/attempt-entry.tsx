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
import { DocsLink } from '../../../ui/docs-link.tsx';
import { Icon } from '../../../ui/icon.tsx';
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
      <details className="group" open={isNewest}>
        <summary className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 hover:bg-hover">
          <Icon className="text-soft group-open:rotate-90" name="right" size={14} />
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
          <Headers attempt={attempt} />
          <Excerpt attempt={attempt} />
          <WhyRefused attempt={attempt} />
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
          <Link
            className="rounded-sm text-accent-text underline underline-offset-2"
            search={search as never}
            to="/audit-log"
          >
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
    <div className="grid min-w-0 gap-1.5">
      <h4 className="text-xs font-medium text-soft">{t.requestHeaders}</h4>
      <CopyLine text={lines.join('\n')} />
      {signature_hidden ? <p className="text-soft">{t.signatureHidden[signature_hidden]}</p> : null}
    </div>
  );
}

function Excerpt({ attempt: { response_code, response_excerpt } }: { attempt: ShownAttempt }) {
  const t = useTexts(deliveryTexts);
  return (
    <div className="grid min-w-0 gap-1.5">
      <h4 className="text-xs font-medium text-soft">{t.answer}</h4>
      {response_code === null ? <p className="text-soft">{t.noAnswer}</p> : null}
      {response_code !== null && !response_excerpt ? (
        <p className="text-soft">{t.emptyAnswer}</p>
      ) : null}
      {response_excerpt ? <CopyLine text={response_excerpt} /> : null}
    </div>
  );
}

/** Receivers usually answer so when they do not trust the request. */
function WhyRefused({ attempt }: { attempt: ShownAttempt }) {
  const t = useTexts(deliveryTexts);
  const { response_code } = attempt;
  if (response_code !== 400 && response_code !== 401) return null;
  return (
    <p className="text-sm">
      {t.refused} <DocsLink page={verifyPageFor(attempt)}>{t.verify}</DocsLink>
    </p>
  );
}

type Attempt = Pick<ShownAttempt, 'at' | 'request_headers'>;

/**
 * The address of the page that checks a signature. The time of the attempt, and its header if it is shown already,
 * stand behind the `#`. Browsers never send that part to a server. The address has neither the secret nor the body:
 * the developer must check the body that the receiver got.
 */
function verifyPageFor({ at, request_headers }: Attempt): string {
  const header = request_headers?.['svc-signature'];
  const params = new URLSearchParams({ sent: at, ...(header === undefined ? {} : { header }) });
  return `verify#${params}`;
}
