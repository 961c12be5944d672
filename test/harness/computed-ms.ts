/** For how long this thread has computed. A busy machine, on which it has to wait, does not count. */
export function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
