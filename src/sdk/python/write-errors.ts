import type { SdkModel } from '../model/sdk-model.ts';
import { errorClass } from '../typescript/write-errors.ts';
import { docString, indented } from './write-text.ts';

/** Errors of Python itself. A class of ours must not hide them. */
const builtIn = ['Connection', 'Timeout', 'Permission', 'Value', 'Type', 'Key', 'System', 'Memory'];

/** The source of the error classes, one for each code of the contract. */
export function writeErrors({ errors }: SdkModel): string {
  const classes = errors.map(({ code, status, cause, cure }) => {
    const name = errorClass(code);
    if (builtIn.includes(name.replace(/Error$/, ''))) throw new Error(`Python has a ${name}`);
    const text = docString(`${status} \`${code}\`. ${cause}`, cure);
    return `class ${name}(ApiError):\n${indented(text)}`;
  });
  const entries = errors.map(({ code }) => `    "${code}": ${errorClass(code)},\n`);
  return `"""A class for each code of the contract."""

from __future__ import annotations

from .core.errors import ApiError


${classes.join('\n\n')}

ERROR_CLASSES: dict[str, type[ApiError]] = {
${entries.join('')}}
`;
}
