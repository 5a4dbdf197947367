import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentedMessages, documentedToday } from '#domain/cases/testing/documented-messages.ts';
import { fieldErrors } from '#domain/contract/client.ts';
import type { Values } from '#domain/forms/rules.ts';
import { type Harness, type Result, startHarness } from '#tests/support/harness.ts';
import { casesOf, completion, wholeCase } from '#tests/support/records/cases.ts';
import { succeeded } from '#tests/support/records/reports.ts';

describe('the messages of D2 §5, as the calls answer them', { timeout: 60_000 }, () => {
  let harness: Harness;
  let calls: ReturnType<typeof casesOf>;
  let active: string;
  beforeAll(async () => {
    harness = await startHarness();
    harness.state.now = () => new Date(`${documentedToday}T15:00:00Z`);
    calls = casesOf(harness, await harness.addTenant('whitcomb-ames'));
    // A completed case is refused for what it lacks alone.
    const { social_security_number: _number, marital_status: _status, ...born } = completion;
    active = (await calls.opened({ ...wholeCase, ...born, status: 'active' })).id;
  });
  afterAll(() => harness.close());

  /** What the refused call says; nothing of it is kept. */
  const refused = (values: Values, stage: string): Promise<Result> => {
    if (stage === 'submit') return calls.create({ deceased_middle_name: 'Ruth', ...values, status: 'active' });
    return stage === 'completed' ? calls.complete(active) : calls.patch(active, values);
  };

  // All of them are brought about in domain/cases/messages.test.ts; here the calls carry one of each stage.
  it('are answered by the call that a draft, its sending and its completion go through', async () => {
    const stages = ['draft', 'submit', 'completed'] as const;
    for (const wanted of stages) {
      const example = documentedMessages.find(([, section, , of = 'draft']) => of === wanted && section !== 'family');
      const [message, , values] = example ?? ['', '', {}];
      const { status, body } = await refused(values, wanted);
      expect([status, Object.values(fieldErrors(body)).flat()]).toEqual([400, expect.arrayContaining([message])]);
    }
  });

  it('keep the name of the spouse of somebody who was married', async () => {
    const spouse = { marital_status: 'married', spouse_first_name: 'Ann', spouse_last_name: 'Lee' };
    const { id } = await calls.opened({ ...wholeCase, ...spouse, status: 'active' });
    const emptied = await calls.patch(id, { spouse_first_name: '', spouse_last_name: '' });
    expect([emptied.status, emptied.body]).toEqual([
      400,
      {
        spouse_first_name: ["Spouse's first name is required"],
        spouse_last_name: ["Spouse's last name is required"],
      },
    ]);
  });

  it('are more at once where more is wrong, each at its field', async () => {
    const { body } = await calls.patch(active, { zip_of_death: '123', service_time: '24:00' });
    expect(body).toEqual({
      zip_of_death: ['ZIP code must be in format 12345 or 12345-6789'],
      service_time: ['Time must be in HH:MM format'],
    });
    expect(succeeded(await calls.patch(active, { occupation: 'Baker' })).status).toBe(200);
  });
});
