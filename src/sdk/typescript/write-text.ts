/** A comment, which editors show. Its lines are not wrapped. */
export function comment(text: string | undefined): string {
  if (!text) return '';
  const lines = text.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `/** ${lines[0]} */\n`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** `listMembers` -> `ListMembers`; `rate_limited` -> `RateLimited`. */
export function typeName(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase());
}

/** `member_id` -> `memberId`. */
export function camelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, first: string) => first.toUpperCase());
}

export function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ');
}
