/** What a load gave: requests a second, milliseconds, and how many were refused or failed. */
export interface Figures {
  requests: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  failed: number;
  /** CPU milliseconds a request, of the processes given. It depends less on what else the machine does. */
  cpuMs: number;
}

/** The value that so many of them do not exceed; 0 of none. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Of repeated runs the median of each figure; what failed is summed up. */
export const medianFigures = (runs: readonly Figures[]): Figures => {
  const of = (figure: keyof Figures): number => median(runs.map((run) => run[figure]));
  return {
    ...{ requests: of('requests'), perSecond: of('perSecond'), p50: of('p50'), p95: of('p95'), p99: of('p99') },
    ...{ cpuMs: of('cpuMs'), failed: runs.reduce((sum, { failed }) => sum + failed, 0) },
  };
};

/**
 * Sends requests from so many clients at once for a while, each the next when its last one is answered, after a short
 * run to warm up.
 */
export const load = async (
  send: (n: number) => Promise<boolean>,
  { concurrency, seconds, cpuSeconds }: { concurrency: number; seconds: number; cpuSeconds: () => number },
): Promise<Figures> => {
  let n = 0;
  const run = async (milliseconds: number): Promise<{ took: number[]; failed: number; elapsed: number }> => {
    const took: number[] = [];
    let failed = 0;
    const began = performance.now();
    const client = async (): Promise<void> => {
      while (performance.now() - began < milliseconds) {
        const sent = performance.now();
        if (!(await send(n++))) failed++;
        took.push(performance.now() - sent);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, client));
    return { took, failed, elapsed: performance.now() - began };
  };
  await run(seconds * 200);
  const cpuBefore = cpuSeconds();
  const { took, failed, elapsed } = await run(seconds * 1000);
  const cpu = cpuSeconds() - cpuBefore;
  return {
    requests: took.length,
    perSecond: (took.length * 1000) / elapsed,
    p50: percentile(took, 0.5),
    p95: percentile(took, 0.95),
    p99: percentile(took, 0.99),
    failed,
    cpuMs: (cpu * 1000) / Math.max(1, took.length),
  };
};
