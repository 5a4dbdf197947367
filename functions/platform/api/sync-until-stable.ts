import { EffectPending } from '#functions/platform/store/partners/effects.ts';

/** So often in one message; it comes again where what is wanted changes faster than that. */
const maxRounds = 5;

interface Bringing<Wanted> {
  /** What is to stand at a partner by now. */
  read: () => Promise<Wanted>;
  /** The same for what is to stand there in the same way. */
  said: (wanted: Wanted) => string;
  bring: (wanted: Wanted) => Promise<unknown>;
}

/**
 * Brings to a partner what stands here, and reads it again until that is what was brought. Of two workers at the same thing
 * the one that read first may write last: so it finds what it has written over, and whoever writes last has read last. Throws
 * what makes the message come again.
 */
export const syncUntilStable = async <Wanted>({ read, said, bring }: Bringing<Wanted>): Promise<void> => {
  for (let wanted = await read(), round = 0; round < maxRounds; round += 1) {
    await bring(wanted);
    const brought = said(wanted);
    wanted = await read();
    if (said(wanted) === brought) return;
  }
  throw new EffectPending(2);
};
