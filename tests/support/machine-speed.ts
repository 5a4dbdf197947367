/** Time of the work below on the reference machine: two quiet cores of a server of 2026. */
const NOMINAL_MS = 12;
const RUNS = 15;

/**
 * Returns how many times slower this machine is now than the reference machine; at least 1. Rented cores differ, and
 * two that share a core slow each other.
 */
export const machineSlowdown = (): number => {
  // The first runs are slower until the code is compiled.
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

/** A constant load of objects, maps, strings and JSON. */
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
