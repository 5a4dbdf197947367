import { fuzz } from '#tests/support/calls/fuzz.ts';
import { startHarness } from '#tests/support/harness.ts';

fuzz({ engine: 'the engine of this machine', start: () => startHarness() });
