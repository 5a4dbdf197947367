import { describe, expect, it } from 'vitest';
import { kindOf, kinds, testFiles } from './test-kinds.ts';

describe('test kinds', () => {
  it.each([
    ['domain/shared/values/money.test.ts', "import { it } from 'vitest';", 'pure'],
    ['domain/cases/case-validation.test.ts', '', 'pure'],
    ['web-staff/src/ui/x.test.tsx', `// @vitest-environment ${'happy-dom'}`, 'component'],
    ['functions/cases/x.test.ts', "import { startHarness } from '#tests/support/harness.ts';", 'engine'],
    ['functions/cases/y.test.ts', "import { x } from '#tests/support/harness-with-tenant.ts';", 'engine'],
    [
      'functions/workers/x.test.ts',
      "import { startQuickBooksWorld } from '#tests/support/partners/quickbooks-world.ts';",
      'engine',
    ],
    ['functions/customers/customer-faults.test.ts', "import x from '#tests/support/harness.ts';", 'faults'],
    ['scripts/x.test.ts', "import { spawn } from 'node:child_process';", 'engine'],
    ['tests/contract/x.test.ts', "import x from '#tests/support/harness.ts';", 'contract'],
    ['tests/faults/x.test.ts', "import { startStack } from '#local/stack.ts';", 'faults'],
    ['tests/infra/x.test.ts', '', 'infra'],
    ['infra/stacks/x.test.ts', '', 'infra'],
    ['infra/stacks/x.long.test.ts', '', 'long'],
    ['functions/cases/x.long.test.ts', "import { startHarness } from '#tests/support/harness.ts';", 'long'],
    ['local/aws/x.test.ts', "import { startDynamoDb } from '#local/aws/dynamodb/dynamodb.ts';", 'emulators'],
  ])('depends for %s on its place and imports', (path, text, kind) => {
    expect(kindOf(path, text)).toBe(kind);
  });

  it('covers every test file with at least one of each kind', () => {
    const files = testFiles();
    expect(new Set(files.map(({ kind }) => kind))).toEqual(new Set(kinds));
    expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
    expect(files.map(({ path }) => path)).toContain('scripts/checks/test-kinds.test.ts');
  });
});
