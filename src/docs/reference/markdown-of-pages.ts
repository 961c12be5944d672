import { BASE_PATH } from '../../rest/base-path.ts';
import type { Language } from '../../shared/language/language.ts';
import { fenceOf } from '../markdown/code.ts';
import { commonErrorsTitle } from './common-errors.ts';
import type { TagGroup } from './group-by-tag.ts';
import { codeMarkdown, fieldsMarkdown, fromMarkdown, markdownOf } from './markdown-of-parts.ts';
import type { ErrorEntry, ErrorsPage } from './read-error-codes.ts';
import type { ErrorCase } from './read-errors.ts';
import type { EventPage } from './read-event.ts';
import type { OperationPage } from './read-operation.ts';
import { referenceTexts } from './texts.ts';

export function operationMarkdown(page: OperationPage, language: Language): string {
  const t = referenceTexts[language];
  const { title, method, path, paragraphs, scopes, parameters, body, answer, errors } = page;
  const own = errors.filter(({ isCommon }) => !isCommon);
  const common = errors.filter(({ isCommon }) => isCommon);
  const places = (['path', 'query', 'header'] as const).flatMap((place) =>
    parameters[place].length === 0
      ? []
      : [`### ${t.parameters[place]}`, fieldsMarkdown(parameters[place], 'request', language)],
  );
  return markdownOf(
    `# ${title}`,
    `\`${method} ${BASE_PATH}${path}\``,
    ...paragraphs,
    t.needsScopes(scopes),
    page.needsMemberDetail && t.memberDetail,
    ...page.samples.map((sample) => codeMarkdown(fenceOf(sample), sample.code)),
    `## ${t.request}`,
    ...places,
    body && `### ${t.bodyFields}`,
    body && (body.isRequired ? t.bodyRequired : t.bodyOptional),
    body && fieldsMarkdown(body.fields, 'request', language),
    `## ${t.answer} ${answer.status}`,
    answer.text,
    fieldsMarkdown(answer.fields, 'answer', language),
    codeMarkdown('json', answer.example),
    `### ${t.answerHeaders}`,
    fieldsMarkdown(answer.headers, 'answer', language),
    `## ${t.errors}`,
    `### ${t.ownErrors}`,
    errorsList(own, language),
    ...own.map(({ example }) => codeMarkdown('json', example)),
    `### ${commonErrorsTitle(page, language)}`,
    t.commonErrorsLead,
    errorsList(common, language),
    ...common.map(({ example }) => codeMarkdown('json', example)),
  );
}

function errorsList(errors: readonly ErrorCase[], language: Language): string {
  const lines = errors.map(
    ({ status, code, cause }) =>
      `- ${status} [\`${code}\`](${addressOf(code, language)}): ${cause}`,
  );
  return lines.join('\n');
}

const addressOf = (code: string, language: Language) => `/docs/${language}/errors#${code}`;

export function eventMarkdown(page: EventPage, language: Language): string {
  const t = referenceTexts[language];
  const { type, title, isSubscribable, raised, notRaised, fields, headers, example } = page;
  const list = (points: readonly string[]) => points.map((point) => `- ${point}`).join('\n');
  return markdownOf(
    `# ${type}`,
    title,
    isSubscribable ? t.subscribable : t.notSubscribable,
    `## ${t.raised}`,
    list(raised),
    `## ${t.notRaised}`,
    list(notRaised),
    `## ${t.eventFields}`,
    t.mayGrow,
    fieldsMarkdown(fields, 'answer', language),
    `## ${t.eventHeaders}`,
    fieldsMarkdown(headers, 'answer', language),
    `## ${t.eventAnswer}`,
    t.eventAnswerText,
    `## ${t.eventExample}`,
    codeMarkdown('json', example),
  );
}

export function errorsMarkdown({ codes, fields }: ErrorsPage, language: Language): string {
  const t = referenceTexts[language];
  return markdownOf(
    `# ${t.errorsPage}`,
    t.errorsPageLead,
    t.errorsPageMore,
    `## ${t.problemFields}`,
    fieldsMarkdown(fields, 'answer', language),
    `## ${t.allCodes}`,
    ...codes.map((one) => codeSection(one, language)),
  );
}

function codeSection(one: ErrorEntry, language: Language): string {
  const t = referenceTexts[language];
  return markdownOf(
    `### ${one.code}`,
    `${one.statuses.join(', ')} · ${one.title} · ${t.repeats} ${t.repeat[one.repeat]}`,
    `**${t.cause}:** ${one.cause}`,
    `**${t.cure}:** ${one.cure}`,
    `${t.fromOperations}: ${fromMarkdown(one, language)}`,
    ...one.examples.map((example) => codeMarkdown('json', example)),
  ).trimEnd();
}

export function operationsMarkdown(groups: readonly TagGroup[], language: Language): string {
  const t = referenceTexts[language];
  return markdownOf(
    `# ${t.reference}`,
    t.referenceLead,
    ...groups.flatMap(({ name, text, operations }) => [
      `## ${name}`,
      text,
      operations
        .map(
          ({ method, path, slug, title, scopes }) =>
            `- [${title}](/docs/${language}/reference/${slug}): \`${method} ${path}\`, ${scopes.map((scope) => `\`${scope}\``).join(', ') || t.noScope}`,
        )
        .join('\n'),
    ]),
  );
}

export function eventsMarkdown(events: readonly EventPage[], language: Language): string {
  const t = referenceTexts[language];
  return markdownOf(
    `# ${t.events}`,
    t.eventsLead,
    t.eventsMore,
    events
      .map(({ type, title }) => `- [\`${type}\`](/docs/${language}/events/${type}): ${title}`)
      .join('\n'),
  );
}
