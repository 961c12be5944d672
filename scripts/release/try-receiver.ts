import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/embedded-postgres/cluster.ts';
import { signatureVectors } from '../../test/docs/harness/signature-vectors.ts';
import type { GuideBlock } from './guide-blocks.ts';
import { reportOutcome } from './report-outcome.ts';

const { secret } = signatureVectors();

/** `isOfSdk`: the receiver accepts with 200, and names a refused step in its own words. */
type Options = { env?: NodeJS.ProcessEnv; isOfSdk?: boolean };

/** Starts a receiver of a guide, and sends it requests that it must accept or refuse. The last word of `run` is its file. */
export async function tryReceiver(
  { name, code }: GuideBlock,
  run: string[],
  { env = process.env, isOfSdk = false }: Options = {},
): Promise<void> {
  const port = String(await freePort());
  const here = (text: string) => text.replaceAll('8080', port);
  const [program = '', ...args] = run.map(here);
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'team-api-receiver-'));
  writeFileSync(path.join(cwd, args.at(-1) ?? ''), here(code));
  const receiver = spawn(program, args, {
    cwd,
    env: { ...env, SIGNING_SECRET: secret },
    // It gets a process group of its own, because `go run` starts another process.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  receiver.stderr.on('data', (text: Buffer) => {
    output += text;
  });
  try {
    const [how] = await Promise.race([once(receiver, 'error'), once(receiver, 'spawn')]);
    if (how) return reportOutcome('not installed', name);
    const url = `http://127.0.0.1:${port}/`;
    const wrong = await wrongAnswers(url, isOfSdk, () => receiver.exitCode !== null);
    reportOutcome(wrong.length === 0 ? 'good' : 'FAILED', name, [...wrong, output].join('\n'));
  } finally {
    if (receiver.pid && receiver.exitCode === null) process.kill(-receiver.pid, 'SIGKILL');
    rmSync(cwd, { recursive: true });
  }
}

async function wrongAnswers(
  url: string,
  isOfSdk: boolean,
  hasEnded: () => boolean,
): Promise<string[]> {
  const answerTo = async (header: string, body: string) => {
    const headers = { 'svc-signature': header, 'content-type': 'application/json' };
    const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
    return answer ? `${answer.status} ${(await answer.text()).split(':', 1)[0]}`.trim() : 'nothing';
  };
  // A compiler may need some time.
  for (let n = 0; n < 240 && (await answerTo('', '{}')) === 'nothing'; n += 1) {
    if (hasEnded()) return ['it has ended'];
    await sleep(500);
  }
  const wrong: string[] = [];
  // They are made now, because the signature of one of them is almost five minutes old.
  for (const { name, header, body, isGenuine, step } of signatureVectors().vectors) {
    const answer = await answerTo(header, body);
    const right = isGenuine ? /^20[04]\b/ : isOfSdk ? /^400 / : new RegExp(`^400 ${step}$`);
    if (!right.test(answer)) wrong.push(`${name}: answered with ${answer}`);
  }
  return wrong;
}
