import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { documentKey } from '#domain/shared/operations/deployment.ts';
import { onZipRequested } from '#functions/documents/worker/on-zip-requested.ts';
import { unsentEvents } from '#tests/support/engines/bus-in-memory.ts';
import { type SigningWorld, startSigningWorld } from '#tests/support/partners/signing-world.ts';

const rows = areas['signature-envelopes'];
type Row = 'download' | 'downloadAll' | 'downloadThere';
interface Linked {
  download_url: string;
  file_name: string;
  documents: { document_id: string; name: string }[];
}

describe('signed documents', { timeout: 60_000 }, () => {
  let world: SigningWorld;
  let id: string;
  let submission: string;
  beforeAll(async () => {
    world = await startSigningWorld();
    id = await world.send();
    await world.settle();
    submission = String(world.submissionsOf(id)[0]?.id);
  }, 60_000);
  afterAll(() => world.close());

  const ask = (
    row: Row,
    query: Record<string, string> = {},
    params: string = row === 'downloadThere' ? submission : id,
  ) => world.harness.call(rows[row], { as: world.tenant.profiles.office_staff, params: { id: params }, query });
  const linked = async (row: Row, query: Record<string, string> = {}): Promise<Linked> => {
    const { status, body } = await ask(row, query);
    expect(status).toBe(200);
    return body as unknown as Linked;
  };
  /** Runs the worker of archives for all events. */
  const makeFiles = async (): Promise<number> => {
    const { calmTable: table, documents } = world.harness;
    const events = (await unsentEvents(table, new Date(world.clock.now + 60_000))).filter(
      ({ name }) => name === 'document.zip-requested',
    );
    const make = onZipRequested({ table, bucket: documents.bucket });
    for (const { envelope } of events) await make({ envelope: envelope as Parameters<typeof make>[0]['envelope'] });
    return events.length;
  };

  it('answers 409 until all have signed', async () => {
    for (const row of ['download', 'downloadAll', 'downloadThere'] as const)
      expect(await ask(row)).toMatchObject({
        ...{ status: 409, body: { detail: expect.stringMatching(/not available yet/) } },
      });
    expect((await ask('downloadThere', {}, '999')).status).toBe(404);
  });

  it('links them individually, by envelope and by DocuSeal submission', async () => {
    await world.page(id, 0, 'complete');
    await world.page(id, 1, 'complete');
    await world.hears(id, 'submission.completed');
    await world.settle();
    for (const row of ['download', 'downloadThere'] as const) {
      const signed = await linked(row);
      expect(signed).toMatchObject({ file_name: 'Cremation Authorization (signed).pdf', documents: [{}] });
      const audit = await linked(row, { type: 'audit' });
      expect(audit.file_name).toMatch(/audit log/);
      // A document id of the other type is not found.
      const document_id = signed.documents[0]?.document_id;
      expect((await linked(row, { document_id: String(document_id) })).download_url).toContain(document_id);
      expect((await ask(row, { type: 'audit', document_id: String(document_id) })).status).toBe(404);
      expect((await ask(row, { type: 'combined' })).status).toBe(400);
    }
  });

  it('packs them into one archive, once', async () => {
    const first = await ask('downloadAll');
    expect(first.body).toMatchObject({ state: 'making', count: 2, download_url: null });
    expect((await ask('downloadAll')).body).toEqual(first.body);
    expect(await makeFiles()).toBe(1);
    const { body } = await ask('downloadAll');
    expect(body).toMatchObject({ id: first.body.id, state: 'ready', count: 2 });
    const key = documentKey('zips', world.tenant.id, String(body.id));
    const file = await new Response(await world.harness.documents.bucket.read(key)).text();
    for (const name of ['Cremation Authorization (signed).pdf', '(audit log).pdf']) expect(file).toContain(name);
  });
});
