import { describe, expect, it, vi } from 'vitest';
import { rejectionMessages } from '#domain/documents/document-messages.ts';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { type SendForm, Uploads } from './uploads.ts';

const pdf = (name = 'Permit.pdf') => new File(['%PDF-1.4'], name, { type: 'application/pdf' });
const form = { url: 'https://files.example/', fields: {}, expires_at: '' };

/** Hashing a file takes long on a busy machine. */
const eventually = (check: () => void) => vi.waitFor(check, 60_000);
const api = () => {
  const asked: string[] = [];
  const keys: (string | undefined)[] = [];
  const call = (async (row: { path: string }, _input: unknown, options: { idempotencyKey?: string } = {}) => {
    const name = row.path.split('/').at(-2) ?? '';
    asked.push(name);
    if (name === 'documents') keys.push(options.idempotencyKey);
    return name === 'upload_form' ? form : { id: 'd1' };
  }) as unknown as Call;
  return { call, asked, keys };
};

describe('Uploads', () => {
  it('announces, sends and completes a file, which then becomes a document', async () => {
    const { call, asked } = api();
    const seen: number[] = [];
    const uploads = new Uploads(call, 'c1', { send: async (_form, _file, progress) => progress(0.5) });
    uploads.subscribe(() => seen.push(uploads.snapshot()[0]?.progress ?? -1));
    const done = vi.fn();
    uploads.onDone = done;
    uploads.add([pdf()]);
    await eventually(() => expect(done).toHaveBeenCalledOnce());
    expect(asked).toEqual(['documents', 'upload_form', 'complete']);
    expect(seen).toContain(0.5);
    expect([uploads.snapshot(), uploads.isBusy()]).toEqual([[], false]);
  });

  it('continues with the same document and a new form after a network failure', async () => {
    const { call, asked, keys } = api();
    let tries = 0;
    const send: SendForm = async () => {
      if (++tries < 3) throw new ApiError(0, 'lost');
    };
    const uploads = new Uploads(call, 'c1', { send, pauses: [0, 0, 0] });
    uploads.add([pdf()]);
    await eventually(() => expect([tries, uploads.snapshot()]).toEqual([3, []]));
    expect(asked).toEqual(['documents', 'upload_form', 'upload_form', 'upload_form', 'complete']);
    expect(keys).toHaveLength(1);
  });

  it('stops with a reason when retrying cannot help, and retries on demand', async () => {
    const { call } = api();
    let isRefused = true;
    const send: SendForm = async () => {
      if (isRefused) throw new ApiError(403, 'The upload failed. Try again.');
    };
    const uploads = new Uploads(call, 'c1', { send });
    uploads.add([pdf()]);
    await eventually(() => expect(uploads.snapshot()[0]).toMatchObject({ state: 'failed' }));
    isRefused = false;
    uploads.retry(uploads.snapshot()[0]?.key ?? '');
    await eventually(() => expect(uploads.snapshot()).toEqual([]));
  });

  it.each(['IMG_0042', 'scan.tmp'])('sends a %s without a type, because its content is a picture', async (name) => {
    const { call, asked } = api();
    const uploads = new Uploads(call, 'c1', { send: async () => {} });
    uploads.add([new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe1])], name)]);
    await eventually(() => expect(asked).toContain('complete'));
  });

  it('rejects an unsupported file at once, and sends the others', async () => {
    const { call, asked } = api();
    const uploads = new Uploads(call, 'c1', { send: async () => {} });
    uploads.add([new File(['MZ'], 'a.pdf', { type: 'application/pdf' }), new File([], 'b.pdf'), pdf()]);
    await eventually(() => expect(asked).toContain('complete'));
    expect(uploads.snapshot().map(({ state, reason }) => [state, reason])).toEqual([
      ['refused', rejectionMessages.type],
      ['refused', rejectionMessages.empty],
    ]);
    for (const { key } of uploads.snapshot()) uploads.dismiss(key);
    expect(uploads.snapshot()).toEqual([]);
  });

  it('sends three files at a time', async () => {
    const { call } = api();
    let [now, most] = [0, 0];
    const send: SendForm = async () => {
      most = Math.max(most, ++now);
      await Promise.resolve();
      now--;
    };
    const uploads = new Uploads(call, 'c1', { send });
    uploads.add(Array.from({ length: 8 }, (_, n) => pdf(`${n}.pdf`)));
    await eventually(() => expect(uploads.snapshot()).toEqual([]));
    expect(most).toBeLessThanOrEqual(3);
  });
});
