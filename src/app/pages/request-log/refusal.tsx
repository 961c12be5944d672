import { useId } from 'react';
import type { LoggedRequest } from '../../../features/request-log/request-log.schema.ts';
import { diagnoseRequest, requestRepeats } from '../../../shared/diagnosis/diagnose-request.ts';
import type { Language } from '../../../shared/language/language.ts';
import { useLanguage, useTexts } from '../../text/language.ts';
import { classes } from '../../ui/classes.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type FieldRule, ruleOf } from './field-rules.ts';
import { headlineOf } from './headline.ts';
import { useOperation } from './operation.ts';
import { textOf, titleOf } from './reason-names.ts';
import { refusalTexts } from './refusal-texts.ts';
import { requestLogTexts } from './texts.ts';

/** Why a request was refused, what to do about each wrong field, and whether repeating helps. */
export function Refusal({ line }: { line: LoggedRequest }) {
  const t = useTexts(refusalTexts);
  const language = useLanguage();
  const titleId = useId();
  const { code, status, why, method, route } = line;
  const fields = why?.fields ?? [];
  const operation = useOperation(method, route, fields.length > 0);
  const found = diagnoseRequest({ code, status, why });
  if (!code) return null;
  if (fields.length > 0 && operation === undefined) return <Skeleton className="h-32 w-full" />;
  const rules = fields.map((field) => ruleOf(field, operation ?? null, language));
  const headline = headlineOf(why, rules, language);
  const title = titleOf(code, language);
  return (
    <section
      aria-labelledby={titleId}
      className="rounded-xl border border-line bg-card text-sm shadow-sm"
    >
      <div
        className={classes(
          'grid gap-1 rounded-t-xl px-4 py-3',
          status === 429 ? 'bg-warn-wash' : 'bg-bad-wash',
        )}
      >
        <h3 className="text-lg font-semibold text-balance wrap-anywhere" id={titleId}>
          {headline?.name ? <code className="font-mono">{headline.name}</code> : null}
          {headline?.text ?? title}
          <span className="tabular ml-2 font-mono text-sm font-normal">{status}</span>
        </h3>
        <p className="text-pretty">
          {headline ? `${title}. ${headline.others ? `${headline.others} ` : ''}` : null}
          {why && (!headline || why.explanation) ? `${saidBy(why, language)} ` : null}
          {found ? requestRepeats[found.repeat][language] : null}
        </p>
      </div>
      <div className="grid gap-3 px-4 py-3">
        {found ? (
          <div className="grid gap-0.5">
            <h4 className="text-xs font-medium text-soft">{t.todo}</h4>
            <p className="text-pretty">{found[language]}</p>
          </div>
        ) : null}
        <Seen label={t.requiredScope} name={why?.required_scope} />
        <Seen label={t.limit} name={why?.limit && textOf(t.limits, why.limit)} />
        <Seen label={t.dimension} name={why?.dimension} />
        {rules.length > 0 ? <Fields rules={rules} /> : null}
      </div>
    </section>
  );
}

type Why = NonNullable<LoggedRequest['why']>;

function saidBy({ explanation, reason, check }: Why, language: Language): string {
  const t = requestLogTexts[language];
  return explanation ?? (reason ? textOf(t.reasons, reason) : textOf(t.checks, check));
}

function Seen({ label, name }: { label: string; name: string | undefined }) {
  if (!name) return null;
  return (
    <p className="flex flex-wrap items-baseline gap-1.5">
      <span className="text-soft">{label}</span>
      <code className="font-mono text-xs">{name}</code>
    </p>
  );
}

function Fields({ rules }: { rules: readonly FieldRule[] }) {
  const t = useTexts(refusalTexts);
  return (
    <>
      <ul aria-label={t.fields} className="divide-y divide-line rounded-lg border border-line">
        {rules.map((rule) => (
          <Field key={`${rule.place} ${rule.name}`} rule={rule} />
        ))}
      </ul>
      {rules.some(({ name }) => name.includes('…')) ? (
        <p className="text-xs text-soft">{t.hiddenName}</p>
      ) : null}
    </>
  );
}

function Field({ rule: { name, place, fault, rule, example } }: { rule: FieldRule }) {
  const t = useTexts(refusalTexts);
  const where = place && textOf(t.places, place);
  return (
    <li className="grid gap-1 px-3 py-2.5">
      <p className="flex flex-wrap items-baseline gap-x-2">
        {name ? <code className="font-mono text-sm font-medium">{name}</code> : null}
        {where ? <span className="text-xs text-soft">{where}</span> : null}
      </p>
      {fault ? <p>{fault}</p> : null}
      <dl className="grid gap-x-3 gap-y-0.5 sm:grid-cols-[5rem_1fr]">
        {rule ? (
          <>
            <dt className="text-soft">{t.rule}</dt>
            <dd>{rule}</dd>
          </>
        ) : null}
        {example ? (
          <>
            <dt className="text-soft">{t.valid}</dt>
            <dd>
              <code className="font-mono text-xs wrap-anywhere">{example}</code>
            </dd>
          </>
        ) : null}
      </dl>
    </li>
  );
}
