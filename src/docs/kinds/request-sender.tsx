import { Button } from '../../app/ui/button.tsx';
import { AreaField, TextField } from '../../app/ui/field.tsx';
import { BASE_PATH } from '../../rest/base-path.ts';
import type { Language } from '../../shared/language/language.ts';
import type { Field } from '../reference/read-fields.ts';
import type { OperationPage } from '../reference/read-operation.ts';
import { exampleIdsIn } from '../sender/id-lists.ts';
import { senderTexts } from '../sender/texts.ts';

type Props = { operation: OperationPage; language: Language };

/** The form of a request, folded. Without scripts it is missing. browser/sender-island.ts uses the names of its fields. */
export function RequestSender({ operation, language }: Props) {
  const t = senderTexts[language];
  const { method, path, parameters, body } = operation;
  const ids = parameters.path.map(({ path: name }) => name);
  return (
    <details className="only-js tool sender" data-island="sender" id="send">
      <summary>
        <span className="font-semibold">{t.title}</span> <span className="text-soft">{t.lead}</span>
      </summary>
      <form
        aria-label={t.title}
        autoComplete="off"
        className="mt-4 grid gap-4"
        data-method={method}
        data-path={BASE_PATH + path}
        noValidate
      >
        <KeyField language={language} />
        {ids.length > 0 ? (
          <PathFields language={language} names={ids} operation={operation} />
        ) : null}
        {parameters.query.length > 0 ? (
          <Fields hint={t.queryHint} legend={t.query}>
            {parameters.query.map((field) => (
              <QueryField field={field} key={field.path} />
            ))}
          </Fields>
        ) : null}
        {body ? (
          <AreaField
            defaultValue={body.example}
            hint={
              exampleIdsIn(body.example).length > 0 ? (
                <Origin name="body" text={t.exampleIds} />
              ) : undefined
            }
            isCode
            label={t.body}
            name="body"
            rows={Math.min(body.example.split('\n').length + 1, 18)}
            spellCheck={false}
          />
        ) : null}
        {method === 'POST' ? (
          <TextField
            hint={t.idempotencyHint}
            label={t.idempotencyKey}
            name="idempotencyKey"
            spellCheck={false}
          />
        ) : null}
        <p className="hidden-text" data-wrong role="alert" />
        <Actions language={language} method={method} />
        <CurlBlock language={language} />
        <div className="answer" data-answer>
          <div aria-live="polite" data-outcome />
          <div data-body />
        </div>
      </form>
      {ids.map((name) => (
        <datalist id={`ids-${name}`} key={name} />
      ))}
    </details>
  );
}

/** The ids in the path. A button takes the first id of the list that contains such ids. */
function PathFields({ operation, names, language }: Props & { names: string[] }) {
  const t = senderTexts[language];
  const { listPath } = operation;
  return (
    <Fields legend={t.path}>
      {names.map((name, index) => (
        <div className="grid content-start gap-2" key={name}>
          <TextField
            hint={<Origin name={`path.${name}`} text={t.idHint} />}
            label={name}
            list={`ids-${name}`}
            name={`path.${name}`}
            placeholder={exampleOf(operation, name)}
            required
            spellCheck={false}
          />
          {listPath && index === 0 ? (
            <span>
              <Button
                data-first={name}
                data-list={BASE_PATH + listPath}
                data-list-name={listPath}
                size="sm"
              >
                {t.first(listPath)}
              </Button>
            </span>
          ) : null}
        </div>
      ))}
    </Fields>
  );
}

/** Says where the ids of a field are from. browser/sender-ids.ts replaces the text. */
const Origin = ({ name, text }: { name: string; text: string }) => (
  <span className="origin" data-from={name}>
    {text}
  </span>
);

/** A filter with its bounds and its possible values. */
function QueryField({ field: { path: name, bounds, values } }: { field: Field }) {
  const list = values ? `values-${name}` : undefined;
  return (
    <div>
      <TextField
        hint={bounds.join(' · ') || values?.all.join(' · ')}
        label={name}
        list={list}
        name={`query.${name}`}
        spellCheck={false}
      />
      {values ? (
        <datalist id={list}>
          {values.all.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      ) : null}
    </div>
  );
}

function Fields(props: { legend: string; hint?: string; children: React.ReactNode }) {
  const { legend, hint, children } = props;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 text-sm font-semibold">
        {legend} {hint ? <span className="font-normal text-soft">{hint}</span> : null}
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

function KeyField({ language }: { language: Language }) {
  const t = senderTexts[language];
  return (
    <div className="grid gap-2">
      <TextField
        autoComplete="off"
        hint={t.keyHint}
        label={t.key}
        name="key"
        placeholder="svck_live_…"
        spellCheck={false}
        type="password"
      />
      <div className="flex flex-wrap items-center gap-3">
        <a
          className="text-sm text-accent-text underline underline-offset-2"
          data-make-key
          href="/app/docs-key"
        >
          {t.makeKey}
        </a>
        <Button data-forget hidden size="sm">
          {t.forget}
        </Button>
        <span aria-live="polite" className="text-sm text-soft" data-forgotten />
      </div>
    </div>
  );
}

type OfMethod = { language: Language; method: string };

function Actions({ language, method }: OfMethod) {
  const t = senderTexts[language];
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <Button data-send disabled look="primary" type="submit">
          {t.send}
        </Button>
        <Button data-stop hidden>
          {t.cancel}
        </Button>
        <span
          className="self-center text-sm text-soft"
          data-failed={t.loadFailed}
          data-loading
          role="status"
        >
          {t.loading}
        </span>
      </div>
      <SureQuestion language={language} method={method} />
    </div>
  );
}

/** Before a request that changes something, the reader is asked again, at the button that was pressed. */
export function SureQuestion({ language, method }: OfMethod) {
  if (method === 'GET') return null;
  const t = senderTexts[language];
  const changing = method as keyof typeof t.changes;
  return (
    <div className="verdict warn" data-sure hidden>
      <p className="name" data-real>
        {t.changes[changing]}
      </p>
      <p className="name" data-trial hidden>
        {t.changesTrial}
      </p>
      <p className="flex flex-wrap gap-2">
        <Button data-really look={method === 'DELETE' ? 'danger' : 'primary'}>
          {t.sure[changing]}
        </Button>
        <Button data-rather-not>{t.cancel}</Button>
      </p>
    </div>
  );
}

function CurlBlock({ language }: { language: Language }) {
  const t = senderTexts[language];
  return (
    <details className="text-sm">
      <summary className="font-medium">
        {t.curl} <span className="font-normal text-soft">{t.curlHint}</span>
      </summary>
      <div data-curl />
    </details>
  );
}

/** The id in the path of the first sample. */
function exampleOf({ path, samples }: OperationPage, name: string): string {
  const index = path.split('/').indexOf(`{${name}}`);
  const [, shown = ''] = /\$API([^"?]*)"/.exec(samples[0]?.code ?? '') ?? [];
  return shown.split('/')[index] ?? '';
}
