/** Runs the tasks, at most `width` at a time. Throws the first failure, once what was under way has ended. */
export const inParallel = async (width: number, tasks: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const waiting = tasks.values();
  const work = async () => {
    for (const task of waiting) await task();
  };
  const workers = await Promise.allSettled(Array.from({ length: width }, work));
  const failed = workers.find((worker) => worker.status === 'rejected');
  if (failed) throw failed.reason;
};
