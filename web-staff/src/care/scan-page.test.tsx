// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CareBoard } from '#domain/care/care.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { sealedStore } from '../session/device/sealed-store.ts';
import { cooler, dorothy, exampleBoard, exampleEntry, room, walter } from '../testing/example-care.ts';
import { exampleCheck } from '../testing/example-gates.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { ScanPage } from './scan-page.tsx';

const movesPath = 'POST /api/services/cases/{id}/custody/moves/';
afterEach(() => void vi.restoreAllMocks());

/** The device's storage, in memory. */
const device = () => {
  const entries = new Map<string, unknown>();
  vi.spyOn(sealedStore, 'keep').mockImplementation(async (name, _owner, value) => Boolean(entries.set(name, value)));
  vi.spyOn(sealedStore, 'open').mockImplementation(async (name) => entries.get(name));
  vi.spyOn(sealedStore, 'names').mockImplementation(async () => [...entries.keys()]);
  vi.spyOn(sealedStore, 'forget').mockImplementation(async (isMeant) => {
    for (const name of entries.keys()) if (isMeant(name, 0)) entries.delete(name);
  });
  return entries;
};

const draw = (
  record: (input: unknown) => unknown,
  { at = '/', board = exampleBoard() }: { at?: string; board?: CareBoard } = {},
) =>
  renderPage(<ScanPage />, {
    role: 'coordinator',
    at,
    call: answering({
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
      'GET /api/care/board/': () => board,
      'GET /api/care/tags/{tag}/': (input) => {
        const card = board.cards.find(({ tag }) => tag === (input as { params: { tag: string } }).params.tag);
        if (!card) throw new ApiError(404, 'Not found');
        return card;
      },
      [movesPath]: record,
    }),
  });
const type = async (letters: string) => {
  const input = await screen.findByLabelText('Or type the ten letters');
  fireEvent.change(input, { target: { value: letters } });
  return input;
};
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }));

describe('ScanPage', () => {
  it('moves a person with two taps after ten letters', async () => {
    device();
    const record = vi.fn((_input: unknown) => ({}));
    draw(record);
    const input = await type('kvf hmxb rt');
    expect((await screen.findByRole('button', { name: '1 more letter' })).hasAttribute('disabled')).toBe(true);
    fireEvent.change(input, { target: { value: 'kvf hmxb rtp' } });
    await press('Continue');
    await choose(/^Room 2/);
    await press('Move to Room 2');
    expect(await screen.findByText('Dorothy Briggs: Room 2. Recorded.')).toBeTruthy();
    expect(record.mock.calls[0]?.[0]).toMatchObject({
      params: { id: dorothy.case_id },
      body: { subject: dorothy.id, expected: 2, to_place: room.id, kind: 'moved', read: 'letters' },
    });
  });

  it('refuses the tag of another case, and an unknown tag', async () => {
    device();
    draw(vi.fn(), { at: `/?case=${walter.case_id}` });
    await type(dorothy.tag);
    await press('Continue');
    expect(await screen.findByText(/^This is the tag of Dorothy Briggs, not of the person/)).toBeTruthy();
    await type('BBBBBBBBBB');
    await press('Continue');
    expect(await screen.findByText('No one has this tag. Read the letters again.')).toBeTruthy();
  });

  it('says who was faster instead of recording a second place', async () => {
    device();
    const current = { subject: dorothy, entry: exampleEntry(3) };
    draw(() => {
      throw new ApiError(409, 'Stale', { current });
    });
    await type(dorothy.tag);
    await press('Continue');
    await choose(/^Room 2/);
    await press('Move to Room 2');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Dee Kowalski recorded Cooler 1 → Room 2 first');
  });

  it('asks for both signatures, and shows the checks that stop a release', async () => {
    device();
    const record = vi.fn(() => {
      throw new ApiError(409, 'Missing', { missing: [exampleCheck('permit', { state: 'missing' })] });
    });
    draw(record);
    await type(dorothy.tag);
    await press('Continue');
    await choose(/^Palatka Crematory/);
    await press('Release to Palatka Crematory');
    expect(await screen.findByText('The person who gives signs, too')).toBeTruthy();
    expect(record).not.toHaveBeenCalled();
    fireEvent.change(screen.getByLabelText('Who takes'), { target: { value: 'Alison Marsh' } });
    for (const pad of screen.getAllByRole('img', { name: /^Signature of .*: empty$/ }))
      fireEvent.pointerDown(pad, { isPrimary: true, button: 0, clientX: 10, clientY: 10 });
    await press('Release to Palatka Crematory');
    expect((await screen.findByRole('alert')).textContent).toContain('1 check missing');
    expect(screen.getByRole('link', { name: 'Open the checks' })).toBeTruthy();
  });

  it('keeps moves in order while the server is unreachable', async () => {
    const entries = device();
    draw(() => {
      throw new ApiError(0, 'No connection');
    });
    for (const place of [/^Room 2/, /^Cooler 1/]) {
      await type(dorothy.tag);
      await press('Continue');
      await choose(place);
      await press(/^Move to/);
      await screen.findByText(/Kept on this device until it is sent\.$/);
    }
    const kept = [...entries].filter(([name]) => name.includes('/care-move/')).map(([, value]) => value);
    expect(kept).toMatchObject([
      { from: cooler.name, to: room.name, body: { expected: 2 } },
      { from: room.name, to: cooler.name, body: { expected: 3 } },
    ]);
  });

  it('reads tags from the board that the device stored', async () => {
    const entries = device();
    const lost = () => {
      throw new ApiError(0, 'No connection');
    };
    const call = answering({
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
      'GET /api/care/board/': lost,
      'GET /api/care/tags/{tag}/': lost,
    });
    entries.set('0193a000-0000-7000-8000-000000000002/care-board', exampleBoard());
    renderPage(<ScanPage />, { role: 'coordinator', call });
    await type(dorothy.tag);
    await press('Continue');
    await waitFor(() => expect(screen.getByText(/^Cooler 1, .* · entry 2$/)).toBeTruthy());
  });
});
