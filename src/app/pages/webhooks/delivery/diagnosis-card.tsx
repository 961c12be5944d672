import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback, useId, useState } from 'react';
import type {
  DeliveryDetail,
  ShownAttempt,
} from '../../../../features/webhooks/delivery-detail.schema.ts';
import { repeats } from '../../../../shared/diagnosis/cause.ts';
import {
  type Diagnosis,
  deliveryCauses,
  obstacles,
  sentenceOf,
} from '../../../../shared/diagnosis/diagnose-delivery.ts';
import { nextStep } from '../../../../shared/diagnosis/next-step.ts';
import { stateWord } from '../../../../shared/web/states.ts';
import { trpc } from '../../../api/client.ts';
import { useMay } from '../../../session/session.ts';
import { Time } from '../../../session/time.tsx';
import { numberText } from '../../../text/formats.ts';
import { useLanguage, useTexts } from '../../../text/language.ts';
import { listenCommand, terminalCommand } from '../../../text/listen-command.ts';
import { DeliveryStatus } from '../../../thread/delivery-status.tsx';
import { classes } from '../../../ui/classes.ts';
import { CopyLine } from '../../../ui/copy-line.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { DocsLink } from '../../../ui/docs-link.tsx';
import { JsonCode } from '../../../ui/json-code.tsx';
import { factLinkClass } from '../../../ui/link-class.ts';
import { EndpointUrl } from '../endpoint-url.tsx';
import { AttemptDots, answerName } from './attempt-dots.tsx';
import { diagnosisTexts } from './diagnosis-texts.ts';
import { deliveryTexts } from './texts.ts';

type Props = { delivery: DeliveryDetail; diagnosis: Diagnosis };

/** Why a delivery has not arrived, what to do, and whether repeating helps. */
export function DiagnosisCard({ delivery, diagnosis }: Props) {
  const t = useTexts(deliveryTexts);
  const d = useTexts(diagnosisTexts);
  const titleId = useId();
  const { status, attempt, next_try_at, endpoint, waiting } = delivery;
  // Where the endpoint is the step that helps, its button stands in the head.
  const isAlsoThere = nextStep(delivery, diagnosis) === 'try';
  return (
    <section
      aria-labelledby={titleId}
      className="rounded-xl border border-line bg-card text-sm shadow-sm"
    >
      <div
        className={classes(
          'grid gap-2 rounded-t-xl px-4 py-3',
          status === 'gave_up' ? 'bg-bad-wash' : 'bg-warn-wash',
        )}
      >
        <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <DeliveryStatus attempt={attempt} next_try_at={next_try_at} status={status} />
          {next_try_at && !waiting ? (
            <span className="text-ink">
              {t.next}: <Time at={next_try_at} />
            </span>
          ) : null}
          {status === 'gave_up' ? <span className="text-ink">{d.none}</span> : null}
        </p>
        <Verdict attempt={attempt} diagnosis={diagnosis} titleId={titleId} />
        <Receiver endpoint={endpoint} />
      </div>
      <div className="grid gap-3 px-4 py-3">
        <AttemptDots attempt={attempt} attempts={delivery.attempts} next_try_at={next_try_at} />
        <LastAnswer attempts={delivery.attempts} />
        <Todo attempts={delivery.attempts} diagnosis={diagnosis} />
        <WhileOff delivery={delivery} diagnosis={diagnosis} />
        {diagnosis.obstacle || endpoint.status !== 'active' || isAlsoThere ? (
          <Link
            className={classes(factLinkClass, 'justify-self-start')}
            to={`/webhooks/${endpoint.id}`}
          >
            {d.openEndpoint}
          </Link>
        ) : null}
        {diagnosis.answer ? (
          <Alike answer={diagnosis.answer} deliveryId={delivery.id} endpointId={endpoint.id} />
        ) : null}
        <InTerminal id={delivery.id} />
      </div>
    </section>
  );
}

type VerdictProps = { diagnosis: Diagnosis; attempt: number; titleId: string };

/** All answers, if they differ: the last one alone would hide what happened before. */
function Verdict({ diagnosis, attempt, titleId }: VerdictProps) {
  const t = useTexts(deliveryTexts);
  const d = useTexts(diagnosisTexts);
  const language = useLanguage();
  const { cause, of, answers, obstacle, answer, alike, isSameAnswer } = diagnosis;
  const says = cause && deliveryCauses[cause][language].says;
  const counted = answers.map(([one, count]) =>
    d.counted(numberText(count, language), answerName(one, t)),
  );
  const isMixed = counted.length > 0;
  return (
    <div className="grid gap-1">
      <h3 className="text-lg font-semibold text-balance" id={titleId}>
        {isMixed ? counted.join(', ') : (says ?? d.notSent)}
        {!isMixed && /^\d+$/.test(answer ?? '') ? (
          <span className="tabular ml-2 font-mono text-sm font-normal">{answer}</span>
        ) : null}
      </h3>
      <p className="text-pretty">
        {isMixed ? `${d.of[of]} ${says} ` : null}
        {cause && !isMixed
          ? `${d.times({ alike, attempts: attempt, isSame: isSameAnswer })} `
          : null}
        {obstacle ? obstacles[obstacle][language] : null}
        {cause && !obstacle ? repeats[deliveryCauses[cause].repeat][language] : null}
      </p>
    </div>
  );
}

/** Where the delivery goes, and whether that endpoint takes anything at present. */
function Receiver({ endpoint: { id, url, status } }: Pick<DeliveryDetail, 'endpoint'>) {
  const language = useLanguage();
  return (
    <p className="wrap-anywhere">
      <Link className="underline underline-offset-2" to={`/webhooks/${id}`}>
        <EndpointUrl url={url} />
      </Link>
      {status === 'active' ? null : ` · ${stateWord('endpoint', status, language)}`}
    </p>
  );
}

/** What the receiver said, before what to do about it. The end of a long answer often says what is wrong. */
function LastAnswer({ attempts }: Pick<DeliveryDetail, 'attempts'>) {
  const t = useTexts(deliveryTexts);
  const d = useTexts(diagnosisTexts);
  const [isCut, setIsCut] = useState(false);
  const [isWhole, setIsWhole] = useState(false);
  const measure = useCallback((text: HTMLElement | null) => {
    if (!text) return undefined;
    const observer = new ResizeObserver(() => setIsCut(text.scrollHeight > text.clientHeight));
    observer.observe(text);
    return () => observer.disconnect();
  }, []);
  const excerpt = attempts.at(-1)?.response_excerpt;
  if (!excerpt) return null;
  const sentence = sentenceOf(excerpt);
  return (
    <div className="grid justify-items-start gap-0.5">
      <h4 className="text-xs font-medium text-soft">{t.answer}</h4>
      {sentence ? <p className="pb-1 font-medium text-pretty wrap-anywhere">{sentence}</p> : null}
      <p
        className={classes('font-mono text-xs wrap-anywhere', !isWhole && 'line-clamp-3')}
        ref={measure}
      >
        <JsonCode text={excerpt} />
      </p>
      {isCut || isWhole ? (
        <button
          aria-expanded={isWhole}
          className={classes(factLinkClass, 'min-h-6')}
          onClick={() => setIsWhole(!isWhole)}
          type="button"
        >
          {isWhole ? d.less : d.whole}
        </button>
      ) : null}
    </div>
  );
}

type TodoProps = { diagnosis: Diagnosis; attempts: readonly ShownAttempt[] };

function Todo({ diagnosis: { cause }, attempts }: TodoProps) {
  const t = useTexts(deliveryTexts);
  const d = useTexts(diagnosisTexts);
  const language = useLanguage();
  const last = attempts.at(-1);
  if (!cause) return null;
  // Receivers usually answer so when they do not trust the request.
  const isMistrust = cause === 'bad_request' || cause === 'unauthorized';
  return (
    <div className="grid gap-0.5">
      <h4 className="text-xs font-medium text-soft">{d.todo}</h4>
      <p className="text-pretty">
        {deliveryCauses[cause][language].todo}{' '}
        {isMistrust && last ? <DocsLink page={verifyPageFor(last)}>{t.verify}</DocsLink> : null}
      </p>
    </div>
  );
}

/** What "Resend" does while the endpoint is off: one attempt all the same (D148). */
function WhileOff({ delivery: { can_retry, endpoint }, diagnosis: { obstacle } }: Props) {
  const d = useTexts(diagnosisTexts);
  const language = useLanguage();
  const mayResend = useMay('change_webhooks') && can_retry;
  // While the API of the team is off, the attempt would not be made.
  if (endpoint.status === 'active' || !mayResend || obstacle === 'tenant_disabled') return null;
  const state = stateWord('endpoint', endpoint.status, language).toLowerCase();
  return <p className="text-pretty text-soft">{d.whileOff(state)}</p>;
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

const COUNTED = 50;

/** How many other deliveries of the endpoint failed in the same way, and a link to all of them. */
type AlikeProps = { deliveryId: string; endpointId: string; answer: string };

function Alike({ deliveryId, endpointId, answer }: AlikeProps) {
  const d = useTexts(diagnosisTexts);
  const language = useLanguage();
  const { data: found } = useQuery(
    trpc.webhooks.listAllDeliveries.queryOptions({
      endpoint_id: endpointId,
      answer,
      limit: `${COUNTED}`,
    }),
  );
  // The last answer to this delivery may be another one.
  const count = found?.data.filter(({ id }) => id !== deliveryId).length ?? 0;
  // As high as what it will say, so that nothing moves. A search that has not reached the end knows of no others yet.
  if (!found || (count === 0 && found.next_cursor !== null)) return <p className="min-h-5" />;
  if (count === 0) return <p className="text-soft">{d.noneAlike}</p>;
  return (
    <p>
      {d.alike(`${numberText(count, language)}${found.next_cursor === null ? '' : '+'}`)} ·{' '}
      <Link
        className={factLinkClass}
        search={{ endpoint: endpointId, answer } as never}
        to="/deliveries"
      >
        {d.show}
      </Link>
    </p>
  );
}

function InTerminal({ id }: { id: string }) {
  const d = useTexts(diagnosisTexts);
  return (
    <Disclosure title={d.terminal}>
      <div className="grid gap-2">
        <p className="text-soft">{d.listen}</p>
        <CopyLine text={listenCommand()} />
        <p className="text-soft">{d.resend}</p>
        <CopyLine text={terminalCommand(`resend ${id}`)} />
      </div>
    </Disclosure>
  );
}
