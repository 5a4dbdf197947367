import { expect, it } from 'vitest';
import { CircuitBreaker, RetryableError } from '#functions/platform/store/partners/circuit.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { circuitLines, closeCircuit } from './circuits.command.ts';

const harness = await openHarness();

it("shows and closes an organization's circuit breaker", async () => {
  const { id: organizationId } = await harness.addTenant('whitcomb-ames');
  const at = new Date();
  const fails = async () => {
    throw new RetryableError('docuseal: 503');
  };
  for (let n = 0; n < 5; n++)
    await new CircuitBreaker(harness.table, { organizationId, partner: 'docuseal' }, () => at)
      .run(fails)
      .catch(() => undefined);
  const [mails, , docuseal] = await circuitLines(harness.table, organizationId, at);
  expect(mails).toBe('ses: working');
  expect(docuseal).toMatch(/^docuseal: paused since .+; next attempt in \d+ seconds$/);
  await closeCircuit(harness.table, organizationId, 'docuseal');
  expect((await circuitLines(harness.table, organizationId, at))[2]).toBe('docuseal: working');
});
