import { expect, it } from 'vitest';
import { RetryableError } from '#functions/platform/store/partners/circuit.ts';
import { type Effect, effect } from '#functions/platform/store/partners/effects.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { effectLines, openEffects, settleEffect } from './effects.command.ts';

const harness = await openHarness();

const leaseSeconds = 30;
const began = new Date('2026-03-01T10:00:00.000Z');
const after = (seconds: number): Date => new Date(began.getTime() + seconds * 1000);

it("shows and settles an organization's effects with unknown outcome", async () => {
  const [{ id: organizationId }, other] = [await harness.addTenant('whitcomb-ames'), await harness.addTenant('other')];
  const at = (seconds: number) => ({ table: harness.table, now: () => after(seconds), leaseSeconds });
  let acts = 0;
  const acting = async () => void acts++;
  const dies = async () => {
    throw new Error('the worker died');
  };
  const refuses = async () => {
    throw new RetryableError('ses: 503');
  };
  const mail = (eventId: string, act: () => Promise<void>, organization = organizationId): Effect<void> => ({
    ...{ kind: 'vouched', partner: 'ses', organizationId: organization, eventId, name: 'invitation' },
    act,
  });
  await effect(at(0), mail('done', acting));
  await expect(effect(at(0), mail('died', dies))).rejects.toThrow('the worker died');
  await expect(effect(at(10), mail('lost', dies))).rejects.toThrow('the worker died');
  await expect(effect(at(20), mail('refused', refuses))).rejects.toThrow('503');
  await expect(effect(at(0), mail('theirs', dies, other.id))).rejects.toThrow('the worker died');
  const lines = async (seconds: number) =>
    effectLines(await openEffects(harness.table, organizationId), after(seconds));
  expect(await lines(35)).toEqual([
    '2026-03-01T10:00:00.000Z  died  "invitation"  unknown: the response was lost',
    '2026-03-01T10:00:10.000Z  lost  "invitation"  under way until 2026-03-01T10:00:40.000Z',
    '2026-03-01T10:00:20.000Z  refused  "invitation"  not executed; will be retried',
  ]);

  const settle = (eventId: string, happened: boolean, seconds: number) =>
    settleEffect(harness.table, { organizationId, eventId, name: 'invitation' }, happened, after(seconds));
  await expect(settle('lost', true, 35)).rejects.toThrow('In progress until 2026-03-01T10:00:40.000Z');
  await expect(settle('done', true, 35)).rejects.toThrow('no such effect');
  await expect(settle('nowhere', true, 35)).rejects.toThrow('no such effect');
  await settle('died', true, 50);
  await settle('lost', false, 51);
  // A done effect never runs again; another one does at once.
  await effect(at(60), mail('died', acting));
  await effect(at(60), mail('lost', acting));
  expect(acts).toBe(2);
  expect(await lines(60)).toHaveLength(1);
  const entries = (await harness.items()).filter((item) => item.action === 'operator.settled');
  expect(entries.map(({ actor_name, changes }) => [actor_name, changes])).toEqual([
    ['System', expect.arrayContaining([{ field: 'happened', from: null, to: true }])],
    ['System', expect.arrayContaining([{ field: 'happened', from: null, to: false }])],
  ]);
});
