import type { SdkModel } from '../model/sdk-model.ts';
import { comment, typeName } from './write-text.ts';

/** The name of a code's class: `not_found` becomes `NotFoundError`. */
export function errorClass(code: string): string {
  return `${typeName(code).replace(/Error$/, '')}Error`;
}

/** The source of the error classes, one for each code of the contract. */
export function writeErrors({ errors }: SdkModel): string {
  const classes = errors.map(({ code, status, cause, cure }) => {
    const name = errorClass(code);
    return `${comment(`${status} \`${code}\`. ${cause}\n\n${cure}`)}export class ${name} extends ApiError {
  override readonly name: string = '${name}';
}
`;
  });
  const entries = errors.map(({ code }) => `  ${code}: ${errorClass(code)},\n`);
  return `import { ApiError, type ErrorClasses } from './core/errors.ts';

${classes.join('\n')}
export const errorClasses: ErrorClasses = {
${entries.join('')}};
`;
}
