import { release } from '../../../../sdk/model/release.ts';
import { CopyLine } from '../../../ui/copy-line.tsx';

const TARGET = 'http://localhost:4242/webhooks';

/** The line that brings the team's events to a developer's machine. */
export function ListenLine() {
  const { name, version } = release;
  const file = `${location.origin}/docs/sdk/${name}-${version}.tgz`;
  return <CopyLine text={`npx ${file} listen --forward-to ${TARGET}`} />;
}
