import { describe, expect, it } from 'vitest';
import type { Copies } from '#domain/certificates/certificate.endpoints.ts';
import { copyMessages } from '#domain/certificates/copies.fields.ts';
import { areas } from '#domain/registry/endpoints.ts';
import { startHarnessWithTenant } from '#tests/support/harness-with-tenant.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { exampleCopies } from '#tests/support/records/permits.ts';
import { succeeded } from '#tests/support/records/reports.ts';

const rows = areas.certificates;

const { harness, tenant } = await startHarnessWithTenant();
const cases = casesOf(harness, tenant);

const read = async (id: string): Promise<Copies> =>
  succeeded(await harness.call(rows.copies, { as: tenant.profiles.office_staff, params: { id } }))
    .body as unknown as Copies;
const record = (id: string, body: object) =>
  harness.call(rows.recordCopies, { as: tenant.profiles.coordinator, params: { id }, body });
const remove = (id: string, entryId: string) =>
  harness.call(rows.deleteCopies, { as: tenant.profiles.coordinator, params: { id, entryId } });
const received = (copies: number) => ({ move: 'received', on: '2026-03-08', copies });
const handedOut = (copies: number) => ({ move: 'handed_out', on: '2026-03-09', copies, recipient: 'Carolyn' });

describe('certified copies', () => {
  it('records ordered copies with their fee, received and handed out ones', async () => {
    const { id } = await cases.opened(wholeCase);
    succeeded(await record(id, exampleCopies()));
    succeeded(await record(id, received(6)));
    succeeded(await record(id, { ...handedOut(4), notes: 'At the door' }));
    const { entries, ...totals } = await read(id);
    expect(totals).toEqual({ ordered: 8, received: 6, handed_out: 4, outstanding: 2, on_hand: 2, fees: '96.00' });
    expect(entries.map(({ move, copies, fee_each }) => [move, copies, fee_each])).toEqual([
      ...[
        ['ordered', 8, '12.00'],
        ['received', 6, '0.00'],
        ['handed_out', 4, '0.00'],
      ],
    ]);
    expect((await cases.log(id))[0]).toMatchObject({ action: 'certificate.copies_recorded' });
  });

  it('rejects handing out the same copies twice, also at once', async () => {
    const { id } = await cases.opened(wholeCase);
    succeeded(await record(id, exampleCopies({ copies: 3 })));
    succeeded(await record(id, received(3)));
    const answers = await Promise.all([1, 2, 3].map(() => record(id, handedOut(2))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toEqual({ copies: [copyMessages.notOnHand(1)] });
    expect(await read(id)).toMatchObject({ handed_out: 2, on_hand: 1 });
  });

  it('deletes entries from the latest on', async () => {
    const { id } = await cases.opened(wholeCase);
    const order = String(succeeded(await record(id, exampleCopies())).body.id);
    const came = String(succeeded(await record(id, received(8))).body.id);
    expect(await remove(id, order)).toMatchObject({ status: 409, body: { detail: copyMessages.needed } });
    succeeded(await remove(id, came));
    succeeded(await remove(id, order));
    expect(await read(id)).toMatchObject({ entries: [], ordered: 0 });
    expect((await remove(id, order)).status).toBe(404);
  });

  it('lets the office record copies, but not in a cancelled case', async () => {
    const { id } = await cases.opened(wholeCase);
    const asDesk = { as: tenant.profiles.office_staff, params: { id }, body: exampleCopies() };
    succeeded(await harness.call(rows.recordCopies, asDesk));
    succeeded(await cases.cancel(id));
    expect((await record(id, exampleCopies())).status).toBe(409);
    expect((await harness.call(rows.copies, { as: asDesk.as, params: { id: crypto.randomUUID() } })).status).toBe(404);
  });
});
