import { type Branch, branchesOf } from '../model/branches.ts';
import type { SdkModel, SdkOperation } from '../model/sdk-model.ts';
import { className, docString, indented, nameInPython, typeName } from './write-text.ts';
import { typeOfParameter } from './write-types.ts';

/** The arguments that every call takes beside its own. */
const callOptions = [
  ['language', 'Language | None'],
  ['timeout', 'float | None'],
  ['total_timeout', 'float | None'],
  ['max_retries', 'int | None'],
] as const;

/** The source of the client: one class for each noun, and one that joins them. */
export function writeClient(model: SdkModel): string {
  const root = branchesOf(model);
  const classes = [...root.branches].flatMap(([name, branch]) => classesOf([name], branch));
  return `${imports(model)}\n\n${[...classes, topClass(model, root)].join('\n\n')}`;
}

function imports({ operations }: SdkModel): string {
  const types = new Set(
    operations.flatMap(({ id, body, answer, list }) => [
      answer,
      ...(list ? [list.item] : []),
      ...(body ? [`${typeName(id)}Body`] : []),
    ]),
  );
  return `"""The client and its operations."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from .core.feed import Changes, Feed
from .core.listing import Listing
from .core.log import Log
from .core.options import CallOptions, ClientOptions, Language, Pace
from .core.prepare import Call
from .core.resource import Client, Resource
from .core.secret import Secret
from .core.sender import Known, Sender
from .core.transport import Transport
from .errors import ERROR_CLASSES
from .types import (
${[...types]
  .sort()
  .map((name) => `    ${name},\n`)
  .join('')})
`;
}

/** Beside its operation, `client.events` can consume the feed, and `copy` reads `client.changes`. */
const bases: Readonly<Record<string, string>> = { changes: 'Changes', events: 'Feed' };

const operationsClass = (prefix: string[]): string => `${className(prefix)}Operations`;

function classesOf(prefix: string[], branch: Branch): string[] {
  const below = [...branch.branches].flatMap(([name, next]) => classesOf([...prefix, name], next));
  const about = docString(`The operations of \`client.${prefix.join('.')}\`.`);
  const made = madeBranches(prefix, branch);
  const init = made
    ? `\ndef __init__(self, sender: Sender) -> None:\n    super().__init__(sender)\n${indented(made)}`
    : '';
  const body = [about + init, ...branch.operations.map(methodOf)].join('\n');
  const base = bases[prefix.join('.')] ?? 'Resource';
  return [...below, `class ${operationsClass(prefix)}(${base}):\n${indented(body)}`];
}

function madeBranches(prefix: string[], { branches }: Branch): string {
  const names = [...branches.keys()].map(nameInPython);
  return names
    .map((name) => `self.${name} = ${operationsClass([...prefix, name])}(sender)\n`)
    .join('');
}

function topClass(model: SdkModel, root: Branch): string {
  const about = docString(
    'The API of a team. Make one client and use it for all calls, from all threads.',
    `\`url\` is the address of the API, such as \`https://team.example${model.basePath}\`, and \`key\`
an API key. Times are seconds: \`timeout\` is for one try (the server itself gives up after 30),
\`total_timeout\` for a call with all of its tries. \`max_retries=0\` turns all retries off. With
\`pace\`, calls wait until the rate limit allows them, instead of being refused; \`{"leave": 20}\` keeps
20 requests of each minute free for other programs. \`log\` is called after every try. It never gets
the key, a secret, a body or a query. \`transport\` sends the requests instead of the standard library.`,
  );
  const body = `${about}
def __init__(
    self,
    *,
    url: str | None,
    key: str | None,
    language: Language | None = None,
    timeout: float = 35.0,
    total_timeout: float = 120.0,
    max_retries: int = 4,
    pace: bool | Pace = False,
    log: Log | None = None,
    transport: Transport | None = None,
) -> None:
    hidden = Secret((key or "").strip())
    # Tools that report errors show the variables of each frame.
    del key
    options = ClientOptions(
        language, timeout, total_timeout, max_retries, pace, log, transport
    )
    known = Known("${model.basePath}", "${model.name}-python/${model.version}", ERROR_CLASSES)
    sender = Sender(url, hidden, options, known)
    super().__init__(sender)
${indented(madeBranches([], root))}
${root.operations.map(methodOf).join('\n')}`;
  return `class TeamApi(Client):\n${indented(body)}`;
}

function methodOf(operation: SdkOperation): string {
  const { id, name, summary, description, method, path, ids, query, body, answer, list } =
    operation;
  const about = [...ids, ...query].map((each) => `\`${each.name}\`: ${each.description}`);
  const text = [`${summary}.`, description, about.join('\n')].filter(Boolean).join('\n\n');
  const call = [
    `"${id}", "${method}", "${path}"`,
    ...(ids.length > 0 ? [`ids=(${ids.map((each) => `${each.name},`).join(' ')})`] : []),
    ...(query.length > 0
      ? [`query={${query.map((each) => `"${each.name}": ${each.name}`).join(', ')}}`]
      : []),
    ...(body ? ['body=body'] : []),
  ];
  const options = callOptions.map(([option]) => option).join(', ');
  const key = operation.takesIdempotencyKey ? ', idempotency_key' : '';
  return `def ${nameInPython(name.at(-1) ?? '')}(
    self,
${indented(argumentsOf(operation).join(''))}) -> ${list ? `Listing[${list.item}, ${answer}]` : answer}:
${indented(docString(text))}    call = Call(${call.join(', ')})
    options = CallOptions(${options}${key})
${list ? '    return self._send_list(call, options)\n' : `    answer: ${answer} = self._send(call, options)\n    return answer\n`}`;
}

/** Throws if a filter and an option have the same name, because both become arguments. */
function argumentsOf({ id, ids, query, body, takesIdempotencyKey }: SdkOperation): string[] {
  const options = callOptions.map(([name]): string => name);
  const taken = [...ids, ...query].find(({ name }) => [...options, 'body'].includes(name));
  if (taken) throw new Error(`${taken.name} of ${id} is an option of every call in Python too`);
  return [
    ...ids.map(({ name }) => `${nameInPython(name)}: str,\n`),
    ...(body ? [`body: ${typeName(id)}Body,\n`] : []),
    '*,\n',
    ...query.map(({ name, isRequired, schema }) => {
      const type = typeOfParameter(schema);
      return `${nameInPython(name)}: ${isRequired ? type : `${type} | None = None`},\n`;
    }),
    ...(takesIdempotencyKey ? ['idempotency_key: str | None = None,\n'] : []),
    ...callOptions.map(([name, type]) => `${name}: ${type} = None,\n`),
  ];
}
