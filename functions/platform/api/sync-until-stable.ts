import { EffectPendingError } from '#functions/platform/store/partners/effects.ts';

/** The message is retried if the value changes faster. */
const maxRounds = 5;

interface Bringing<Wanted> {
  read: () => Promise<Wanted>;
  fingerprint: (wanted: Wanted) => string;
  bring: (wanted: Wanted) => Promise<unknown>;
}

/** Syncs a state and reads again until it is unchanged: of two workers, the first reader may write last. */
export const syncUntilStable = async <Wanted>({ read, fingerprint, bring }: Bringing<Wanted>): Promise<void> => {
  for (let wanted = await read(), round = 0; round < maxRounds; round += 1) {
    await bring(wanted);
    const brought = fingerprint(wanted);
    wanted = await read();
    if (fingerprint(wanted) === brought) return;
  }
  throw new EffectPendingError(2);
};
