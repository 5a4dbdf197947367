/** Result of a load: calls per second, milliseconds, failures. */
export interface Load {
  calls: number;
  failed: number;
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

export const median = (values: readonly number[]): number => percentile(values, 0.5);

const reasons = new Set<string>();

/** Sends calls from this many clients, each after its previous response, while `goesOn` returns true. */
export const load = async (
  send: (n: number) => Promise<unknown>,
  { clients, goesOn }: { clients: number; goesOn: (sent: number, milliseconds: number) => boolean },
): Promise<Load> => {
  const took: number[] = [];
  let [sent, failed] = [0, 0];
  const began = performance.now();
  const client = async (): Promise<void> => {
    while (goesOn(sent, performance.now() - began)) {
      const at = performance.now();
      try {
        await send(sent++);
      } catch (error) {
        failed++;
        const reason = String(error).slice(0, 300);
        if (!reasons.has(reason)) process.stderr.write(`${reason}\n`);
        reasons.add(reason);
      }
      took.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => percentile(took, share)) as [number, number, number];
  return { calls: took.length, failed, perSecond: (took.length * 1000) / (performance.now() - began), p50, p95, p99 };
};
