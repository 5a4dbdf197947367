import { it } from 'vitest';
import { fuzz } from '#tests/support/calls/fuzz.ts';
import { hasJava } from '#tests/support/engines/java.ts';
import { startHarness } from '#tests/support/harness.ts';

// It refuses keys, bounds and expressions that dynoxide takes. A part of the cases: it is slower besides.
if (hasJava())
  fuzz({
    engine: "Amazon's DynamoDB Local",
    start: () => startHarness({ engine: 'dynamodb-local' }),
    part: 0.25,
  });
else it.skip("needs Amazon's DynamoDB Local");
