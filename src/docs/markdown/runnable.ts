/** The request of a sample with "Run". browser/run-sample.ts replaces example ids in the body by ids of the sandbox. */
type Request = { target: string; body?: string };

const KEY = String.raw`-H "Authorization: Bearer \$KEY"`;

const read = new RegExp(
  String.raw`^curl (?:-i )?"\$API(\/[\w/-]+(?:\?[\w=&-]+)?)" ${KEY}(?: -H "Accept-Language: \w+")?$`,
);

/** The first line finds the newest member. What the sample does with the answer plays no part. */
const write = new RegExp(
  String.raw`^(?:MEMBER=.+\n+)?(?:CREATED=\$\()?curl (?:-s )?-X POST "\$API(\/[\w/-]+)" \\\n  ${KEY} \\\n  -H "Content-Type: application\/json"(?: \\\n  -H "Idempotency-Key: [^"]+")? \\\n  -d '(\{[^]+\})'\)?(?:\necho "\$CREATED")?$`,
);

const EXAMPLE_MEMBER = 'mem_01jb2h5n7pr8s4t6v9w1x3y5za';

/**
 * Reads a sample that needs nothing but a key, and is one request: it reads, or posts JSON in which at most the id of a
 * member is missing. The samples of the reference have several lines: there the reader fills in a form first.
 */
export function runnableRequest(code: string): Request | undefined {
  const [, list] = read.exec(code) ?? [];
  if (list) return { target: list };
  const [, target, json = ''] = write.exec(code) ?? [];
  const body = json.replaceAll(`'$MEMBER'`, EXAMPLE_MEMBER);
  // What else the shell fills in is not known here.
  if (!target || body.includes("'")) return undefined;
  return { target, body: JSON.stringify(JSON.parse(body)) };
}
