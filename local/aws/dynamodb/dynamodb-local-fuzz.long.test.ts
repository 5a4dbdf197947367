import { it } from 'vitest';
import { fuzz } from '#tests/support/calls/fuzz.ts';
import { hasJava } from '#tests/support/engines/java.ts';
import { startHarness } from '#tests/support/harness.ts';

// DynamoDB Local rejects keys, bounds and expressions that dynoxide accepts. Fewer cases, because it is slower.
if (hasJava())
  fuzz({
    engine: "Amazon's DynamoDB Local",
    start: () => startHarness({ engine: 'dynamodb-local' }),
    part: 0.25,
  });
else it.skip("needs Amazon's DynamoDB Local");
