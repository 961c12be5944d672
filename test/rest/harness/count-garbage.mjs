// Loaded before the code of a process (`--import`). A first SIGUSR2 begins to count, and the next one
// says on standard error how many bytes were made in the young part of the heap since, and how many of
// them grew old.
import process from 'node:process';
import { GCProfiler } from 'node:v8';

let profiler;
process.on('SIGUSR2', () => {
  if (profiler) {
    console.error(`garbage: ${JSON.stringify(counted())}`);
    profiler = undefined;
  } else {
    profiler = new GCProfiler();
    profiler.start();
  }
});

function counted() {
  const collections = profiler.stop().statistics.filter(({ gcType }) => gcType === 'Scavenge');
  let [made, old] = [0, 0];
  for (const { beforeGC, afterGC } of collections) {
    made += used(beforeGC, 'new_space');
    old += used(afterGC, 'old_space') - used(beforeGC, 'old_space');
  }
  return { collections: collections.length, made, old };
}

function used({ heapSpaceStatistics }, name) {
  return heapSpaceStatistics.find(({ spaceName }) => spaceName === name).spaceUsedSize;
}
