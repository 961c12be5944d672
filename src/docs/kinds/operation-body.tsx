import { Icon } from '../../app/ui/icon.tsx';
import { BASE_PATH } from '../../rest/base-path.ts';
import type { Language } from '../../shared/language/language.ts';
import { commonErrorsTitle } from '../reference/common-errors.ts';
import type { ErrorCase } from '../reference/read-errors.ts';
import type { OperationPage } from '../reference/read-operation.ts';
import { referenceTexts } from '../reference/texts.ts';
import { exampleIdsIn } from '../sender/id-lists.ts';
import { senderTexts } from '../sender/texts.ts';
import { FieldList } from './field-list.tsx';
import { MethodBadge } from './method-badge.tsx';
import { CodeBlock, Passage } from './passage.tsx';
import { PathText } from './path-text.tsx';
import { RequestSender, SureQuestion } from './request-sender.tsx';
import { SectionHeading } from './section-heading.tsx';

type Props = { operation: OperationPage; language: Language };

/** An operation. On the left: input, answer and errors. On the right: code and an example. */
export function OperationBody({ operation, language }: Props) {
  return (
    <div className="beside">
      <Introduction language={language} operation={operation} />
      <Samples language={language} operation={operation} />
      <div className="details">
        <RequestSender language={language} operation={operation} />
        <RequestPart language={language} operation={operation} />
        <AnswerPart language={language} operation={operation} />
        <ErrorPart language={language} operation={operation} />
      </div>
    </div>
  );
}

function Introduction({ operation, language }: Props) {
  const t = referenceTexts[language];
  const { method, path, scopes, needsMemberDetail, paragraphs } = operation;
  return (
    <div className="introduction">
      <p className="endpoint">
        <MethodBadge method={method} />
        <code>
          <span className="within">{BASE_PATH}</span>
          <wbr />
          <PathText path={path} />
        </code>
      </p>
      {paragraphs.map((text) => (
        <Passage key={text} language={language} text={text} />
      ))}
      <Passage
        className="needs"
        language={language}
        text={[t.needsScopes(scopes), needsMemberDetail ? t.memberDetail : ''].join(' ').trim()}
      />
    </div>
  );
}

function Samples({ operation: { method, path, samples, answer }, language }: Props) {
  const t = referenceTexts[language];
  const hasIds = exampleIdsIn(samples[0]?.code ?? '').length > 0;
  return (
    <aside
      aria-label={t.example}
      className="aside"
      data-own-ids={hasIds ? BASE_PATH + path : undefined}
      id="sample"
    >
      <h2>{t.exampleRequest}</h2>
      <CodeBlock codes={samples} isRunByForm language={language} />
      <Passage className="note" language={language} text={t.variables} />
      {/* browser/own-ids.ts says here which ids of a sandbox it has filled in. */}
      {hasIds ? (
        <p aria-live="polite" className="note origin only-js" data-from="sample">
          {senderTexts[language].exampleIds}
        </p>
      ) : null}
      <SureQuestion language={language} method={method} />
      <div aria-live="polite" data-outcome tabIndex={-1} />
      {/* browser/send-place.ts replaces the example by the answer to the reader's own request. */}
      <div data-body>
        <h2>
          {t.exampleAnswer} <span className="status">{answer.status}</span>
        </h2>
        <CodeBlock codes={[{ language: 'json', code: answer.example }]} language={language} />
      </div>
    </aside>
  );
}

function RequestPart({ operation: { parameters, body }, language }: Props) {
  const t = referenceTexts[language];
  return (
    <section>
      <SectionHeading id="request" language={language} name={t.request} />
      {(['path', 'query'] as const).map((place) =>
        parameters[place].length > 0 ? (
          <section key={place}>
            <SectionHeading id={place} language={language} level={3} name={t.parameters[place]} />
            <FieldList fields={parameters[place]} language={language} side="request" />
          </section>
        ) : null,
      )}
      {body ? (
        <section>
          <SectionHeading id="body" language={language} level={3} name={t.bodyFields} />
          <Passage language={language} text={body.isRequired ? t.bodyRequired : t.bodyOptional} />
          <FieldList fields={body.fields} language={language} side="request" />
        </section>
      ) : null}
      <SectionHeading id="header" language={language} level={3} name={t.parameters.header} />
      <FieldList fields={parameters.header} language={language} side="request" />
    </section>
  );
}

function AnswerPart({ operation: { answer }, language }: Props) {
  const t = referenceTexts[language];
  return (
    <section>
      <SectionHeading id="answer" language={language} name={t.answer}>
        {t.answer} <span className="status">{answer.status}</span>
      </SectionHeading>
      <Passage language={language} text={`${answer.text} ${t.mayGrow}`} />
      <FieldList fields={answer.fields} language={language} side="answer" />
      <SectionHeading id="answer-header" language={language} level={3} name={t.answerHeaders} />
      <FieldList fields={answer.headers} language={language} side="answer" />
    </section>
  );
}

/** The errors of this operation come first. The errors that every operation has are folded. */
function ErrorPart({ operation, language }: Props) {
  const { errors } = operation;
  const t = referenceTexts[language];
  const own = errors.filter(({ isCommon }) => !isCommon);
  const common = errors.filter(({ isCommon }) => isCommon);
  return (
    <section>
      <SectionHeading id="errors" language={language} name={t.errors} />
      <Passage language={language} text={t.errorsLead} />
      <SectionHeading id="own-errors" language={language} level={3} name={t.ownErrors} />
      <ErrorList errors={own} language={language} />
      <details className="folded" id="common-errors">
        <summary>
          <Icon className="chevron" name="right" size={14} />
          {commonErrorsTitle(operation, language)}
        </summary>
        <Passage language={language} text={t.commonErrorsLead} />
        <ErrorList errors={common} language={language} />
      </details>
    </section>
  );
}

type ErrorListProps = { errors: readonly ErrorCase[]; language: Language };

/** The errors of an operation, each with a link to its cause and cure. */
function ErrorList({ errors, language }: ErrorListProps) {
  const t = referenceTexts[language];
  return (
    <ul className="fields">
      {errors.map(({ anchor, code, status, cause, example }) => (
        <li id={anchor} key={anchor}>
          <div className="facts">
            <a className="name" href={`/docs/${language}/errors#${code}`}>
              {code}
            </a>
            <span>{status}</span>
            <a aria-label={t.linkTo(code)} className="anchor" href={`#${anchor}`}>
              #
            </a>
          </div>
          <Passage className="meaning" language={language} text={cause} />
          <details>
            <summary>{t.example}</summary>
            <CodeBlock codes={[{ language: 'json', code: example }]} language={language} />
          </details>
        </li>
      ))}
    </ul>
  );
}
