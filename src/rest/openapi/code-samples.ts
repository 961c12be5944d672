import type { Route } from '../routes.ts';

type CodeSample = { lang: string; label: string; source: string };

type Call = { method: string; path: string; body: unknown };

/**
 * Samples of calls of an operation, with the examples of the document. The environment variable `API` has the
 * base URL, and `KEY` has the key.
 */
export function codeSamples({ method, template, input }: Route): CodeSample[] {
  const exampleOf = (name: string) => String(input.shape[name]?.meta()?.examples?.[0] ?? '');
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => exampleOf(name));
  const call = { method, path, body: input.meta()?.examples?.[0] };
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    { lang: 'TypeScript', label: 'TypeScript', source: typeScript(call) },
    { lang: 'Python', label: 'Python', source: python(call) },
  ];
}

function curl({ method, path, body }: Call): string {
  const json = body && indented(JSON.stringify(body, null, 2), 2).replaceAll("'", "'\\''");
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$API${path}"`,
    '-H "Authorization: Bearer $KEY"',
    ...(method === 'POST' ? ['-H "Idempotency-Key: $(date +%s)-$RANDOM"'] : []),
    ...(json ? ['-H "Content-Type: application/json"', `-d '${json}'`] : []),
  ].join(' \\\n  ');
}

function typeScript({ method, path, body }: Call): string {
  const headers = [
    `Authorization: \`Bearer \${env.KEY}\`,`,
    ...(method === 'POST' ? ["'Idempotency-Key': crypto.randomUUID(),"] : []),
    ...(body ? ["'Content-Type': 'application/json',"] : []),
  ];
  const json = body && indented(JSON.stringify(body, null, 2), 2);
  return `import { env } from 'node:process';

const response = await fetch(\`\${env.API}${path}\`, {
  method: '${method}',
  headers: {
${headers.map((line) => `    ${line}\n`).join('')}  },
${json ? `  body: JSON.stringify(${json}),\n` : ''}});
if (!response.ok) throw new Error(await response.text());
console.log(await response.json());`;
}

function python({ method, path, body }: Call): string {
  const isPost = method === 'POST';
  const headers = [
    'headers={',
    `    "Authorization": f"Bearer {os.environ['KEY']}",`,
    ...(isPost ? ['    "Idempotency-Key": str(uuid.uuid4()),'] : []),
    '},',
  ];
  const json = body ? [`json=${indented(pythonLiteral(body), 4)},`] : [];
  return `import os${isPost ? ', uuid' : ''}, requests  # pip install requests

response = requests.${method.toLowerCase()}(
    f"{os.environ['API']}${path}",
${[...headers, ...json].map((line) => `    ${line}\n`).join('')})
if not response.ok:
    raise SystemExit(response.text)
print(response.json())`;
}

/** JSON as Python writes it. Three words differ, and no text of an example contains them. */
function pythonLiteral(value: unknown): string {
  const words: Record<string, string> = { true: 'True', false: 'False', null: 'None' };
  const json = JSON.stringify(value, null, 4);
  return json.replaceAll(/(?<=[:[,]\s*)(?:true|false|null)\b/g, (word) => words[word] ?? word);
}

/** Indents the further lines of a value. */
function indented(text: string, spaces: number): string {
  return text.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}
