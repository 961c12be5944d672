import { camelCase, typeName } from '../typescript/write-text.ts';

export { typeName };

/** The name to import: `import team_api`. */
export const moduleName = ({ name }: { name: string }): string => name.replaceAll('-', '_');

/** The name of a class: `listMembers` -> `ListMembers`, `crm_deals` -> `CrmDeals`. */
export const className = (parts: readonly string[]): string =>
  parts.map((part) => typeName(camelCase(part))).join('');

/** A docstring, which editors show. Its lines are not wrapped. */
export function docString(text: string | undefined, tail = ''): string {
  const whole = [text, tail].filter(Boolean).join('\n\n');
  if (!whole) return '';
  const safe = whole.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  if (!safe.includes('\n')) return `"""${safe.endsWith('"') ? `${safe} ` : safe}"""\n`;
  return `"""${safe}\n"""\n`;
}

export function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '    ');
}

/** A JSON value as Python writes it. */
export function literal(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'string' || typeof value === 'number') return JSON.stringify(value);
  throw new Error(`${JSON.stringify(value)} is no literal of Python`);
}

/** Words of Python that cannot name a field or an argument. */
const reserved = new Set(
  `False None True and as assert async await break class continue def del elif else except finally
  for from global if import in is lambda nonlocal not or pass raise return try while with yield
  self`.split(/\s+/),
);

/** Throws if a name of the contract cannot be used in Python. */
export function nameInPython(name: string): string {
  if (!/^[a-z_]\w*$/i.test(name) || reserved.has(name)) {
    throw new Error(`${name} is no name in Python: say in src/sdk/python how customers write it`);
  }
  return name;
}
