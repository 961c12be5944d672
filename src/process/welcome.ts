import path from 'node:path';
import { styleText } from 'node:util';
import type { Config } from '../config.ts';
import { BASE_PATH, DOCUMENT_NAME } from '../rest/base-path.ts';
import { type Demo, demoFile } from './first-start.ts';

type Welcome = {
  config: Pick<Config, 'publicUrl' | 'dataDir'>;
  demo: Demo | undefined;
  /** The address of the CRM of the demo team. */
  crmUrl: string | undefined;
  logFile: string | undefined;
};

/**
 * The lines that `npm start` prints: the address, a first request to paste, and the next steps. Without a log
 * file these lines are in the log, which other people read, so they then contain no key and no password.
 */
export function welcome({ config, demo, crmUrl, logFile }: Welcome): string {
  const base = `${config.publicUrl}${BASE_PATH}`;
  const rows: [string, string][] = [
    ['App', `${config.publicUrl}/app/`],
    ['API', base],
    ['Docs', `${config.publicUrl}/docs/`],
    ['Handbook', `${config.publicUrl}/docs/en/operators  (for operators)`],
  ];
  const key = logFile ? demo?.key : `in ${shortPath(demoFile(config.dataDir))}`;
  if (demo) rows.push(['Key', `${key}  (demo team, all scopes)`]);
  if (demo?.owner_password && logFile) {
    rows.push([
      'Sign in',
      `${demo.owner_email}  ${demo.owner_password}  (the owner of the demo team)`,
    ]);
  }
  if (crmUrl) rows.push(['CRM', `${crmUrl}/  (the CRM of the demo team)`]);
  rows.push(['OpenAPI', `${base}${DOCUMENT_NAME}`]);
  rows.push(['Data', shortPath(config.dataDir)]);
  if (logFile) rows.push(['Log', shortPath(logFile)]);
  rows.push(['Stop', 'Ctrl-C']);
  const table = rows.map(([name, value]) => `  ${styleText('dim', name.padEnd(9))}${value}`);
  const title = `  ${styleText(['bold', 'green'], 'Team API is running')}`;
  const next = logFile ? [...firstRequest(base, demo), ''] : [];
  return ['', title, '', ...table, '', ...next].join('\n');
}

function firstRequest(base: string, demo: Demo | undefined): string[] {
  if (!demo) {
    return ['  A team, and a key for it:', '', 'npm run --silent cli -- help', ''];
  }
  // The command is in one line without indentation, so that it can be copied.
  const request = `curl -H 'Authorization: Bearer ${demo.key}' '${base}/trainings?limit=3'`;
  return ['  Try it:', '', styleText('cyan', request), ''];
}

function shortPath(file: string): string {
  const relative = path.relative(process.cwd(), file);
  return relative.startsWith('..') ? file : relative;
}
