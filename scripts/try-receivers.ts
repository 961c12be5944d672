// Sends genuine and forged requests to the Go and PHP receivers of the guide on webhooks, if these languages are
// installed. `npm test` tries the one in TypeScript, and try-python.ts that in Python. Before a release: see
// docs/documentation.md.
import { guideBlocks } from './release/guide-blocks.ts';
import { tryReceiver } from './release/try-receiver.ts';

for (const block of guideBlocks('go')) await tryReceiver(block, ['go', 'run', 'receiver.go']);
for (const block of guideBlocks('php')) {
  await tryReceiver(block, ['php', '-S', '127.0.0.1:8080', 'receiver.php']);
}
