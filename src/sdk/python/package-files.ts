import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readModel } from '../model/read-model.ts';
import type { SdkModel } from '../model/sdk-model.ts';
import { errorClass } from '../typescript/write-errors.ts';
import { writeClient } from './write-client.ts';
import { writeErrors } from './write-errors.ts';
import { moduleName } from './write-text.ts';
import { writeTypes } from './write-types.ts';

const core = path.join(import.meta.dirname, 'core');

/** The name of the file tells pip where it runs: on any Python 3, on any machine. */
export const wheelName = (release: { name: string; version: string }): string =>
  `${moduleName(release)}-${release.version}-py3-none-any.whl`;

/** The files of the Python package by their path in it, in a fixed order. */
export function pythonFiles(model: SdkModel = readModel()): Map<string, string> {
  const folder = moduleName(model);
  const written = readdirSync(core)
    .filter((name) => name.endsWith('.py'))
    .map((name): [string, string] => [`core/${name}`, readFileSync(path.join(core, name), 'utf8')]);
  const files: [string, string][] = [
    ...written,
    ['py.typed', ''],
    ['types.py', writeTypes(model)],
    ['errors.py', writeErrors(model)],
    ['client.py', writeClient(model)],
    ['webhooks.py', writeWebhooks()],
    ['sync.py', writeSync()],
    ['__init__.py', writeInit(model)],
    ['__main__.py', writeMain(model)],
  ];
  return new Map(
    files
      .map(([name, text]): [string, string] => [`${folder}/${name}`, text])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** The text about the package that registries and `pip show` print. */
export function pythonMetadata({ name, version }: SdkModel): string {
  if (!/^\d+(\.\d+)*$/.test(version)) throw new Error(`${version} is no release for pip`);
  const readme = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8')
    .replaceAll('<version>', version)
    .replaceAll('team-api', name)
    .replaceAll('team_api', moduleName({ name }));
  return `Metadata-Version: 2.1
Name: ${name}
Version: ${version}
Summary: The client of the Team API for Python.
Requires-Python: >=3.10
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

${readme}`;
}

/** What pip makes a program of: its name, and the function that it calls. */
export const consoleScripts = (model: SdkModel): string =>
  `[console_scripts]\n${model.name} = ${moduleName(model)}.__main__:main\n`;

function writeMain({ name, basePath }: SdkModel): string {
  return `"""The command \`${name}\`."""

import sys

from . import __version__
from .core.command import run


def main() -> int:
    return run("${basePath}", "${name}", __version__)


if __name__ == "__main__":
    sys.exit(main())
`;
}

function writeWebhooks(): string {
  return `"""Receives webhooks: verifies that a request is genuine, and drops duplicates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from .core.receiver import EventStore, Receiver
from .core.signature import TOLERANCE, secrets_in, verified
from .core.webhook_error import WebhookError, WebhookFault
from .types import WebhookEvent


def unwrap(
    raw_body: bytes | str,
    headers: Mapping[Any, Any],
    secrets: str | Iterable[str | None] | None,
    *,
    tolerance: float = TOLERANCE,
) -> WebhookEvent:
    """Gives the event of a request if the request is genuine.

    Else it raises a \`WebhookError\`, whose \`code\` says which step has failed. Give the body as it
    came, before anything parses it, and all secrets while one replaces the other. \`tolerance\` says
    how many seconds old a signature may be.
    """
    event = verified(raw_body, headers, secrets_in(secrets), tolerance)
    return cast(WebhookEvent, event)


__all__ = ["EventStore", "Receiver", "WebhookError", "WebhookEvent", "WebhookFault", "unwrap"]
`;
}

function writeSync(): string {
  return `"""Keeps a copy of what a team has up to date."""

from .core.copy import CopyStep, CopyTarget, copy
from .core.sync import SyncCopy, SyncState, SyncStep, apply, sync

__all__ = ["CopyStep", "CopyTarget", "SyncCopy", "SyncState", "SyncStep", "apply", "copy", "sync"]
`;
}

/** The file that customers import. It exports the names of the other files. */
function writeInit(model: SdkModel): string {
  const exported: [from: string, names: string[]][] = [
    ['client', ['TeamApi']],
    [
      'core.errors',
      ['ApiConnectionError', 'ApiError', 'ApiTimeoutError', 'FieldError', 'TeamApiError'],
    ],
    ['core.http_transport', ['HttpTransport']],
    ['core.listing', ['Listing']],
    ['core.log', ['LogEntry']],
    ['core.options', ['Pace']],
    ['core.transport', ['Request', 'Response', 'Transport']],
    ['errors', model.errors.map(({ code }) => errorClass(code))],
  ];
  const imports = exported.map(
    ([from, names]) =>
      `from .${from} import (\n${names.map((name) => `    ${name},\n`).join('')})\n`,
  );
  const names = ['sync', 'types', 'webhooks', ...exported.flatMap(([, each]) => each)].sort();
  return `"""The client of the Team API."""

from . import sync, types, webhooks
${imports.join('')}
__version__ = "${model.version}"

__all__ = [
${names.map((name) => `    "${name}",\n`).join('')}]
`;
}
