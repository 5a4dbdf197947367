/** What the work below takes on the machine for which limits of time were written down: two quiet cores of a server of 2026. */
const NOMINAL_MS = 12;
const RUNS = 15;

/**
 * How many times longer this machine takes just now than the one for which limits of time were written down; 1 where it is
 * quicker. Rented cores are of several speeds, and two that share one are slower while both are busy.
 */
export const machineSlowdown = (): number => {
  // The first ones are slower everywhere: nothing is compiled yet.
  for (let run = 0; run < RUNS; run++) work();
  const times = Array.from({ length: RUNS }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  const usual = times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? NOMINAL_MS;
  return Math.max(1, usual / NOMINAL_MS);
};

/** Always the same: objects, maps, strings and JSON, as tests and functions use them. */
const work = (): number => {
  const records = new Map<string, { id: string; words: string[]; at: number }>();
  for (let n = 0; n < 20_000; n++) {
    const id = `record-${(n * 7919) % 10_007}`;
    const before = records.get(id);
    records.set(id, { id, words: [...(before?.words ?? []), `word ${n % 101}`], at: n });
  }
  const text = JSON.stringify([...records.values()]);
  const read = JSON.parse(text) as { id: string }[];
  return read.filter(({ id }) => /record-\d*7$/.test(id)).length;
};
