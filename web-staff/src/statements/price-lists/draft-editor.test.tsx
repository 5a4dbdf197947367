// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { PriceList, SentPriceItem } from '#domain/statements/price-lists/price-list.schema.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { priceListKeys } from './keys.ts';
import { PriceListsPart } from './parts/price-lists-part.tsx';

const path = '/api/funeral-homes/{id}/price-lists/';
const draftOf = (changes: Partial<PriceList> = {}) =>
  ({
    ...{ id: 'list-1', version: 1, funeral_home_id: 'home-1', kind: 'general', caption: 'General price list' },
    ...{ status: 'draft', effective_from: null, item_count: 1, containers: '', problems: [], not_listed: [] },
    ...{ updated_at: '2026-11-20T15:04:05.000Z', updated_by_name: 'Ann', published_by_name: null, disclosures: [] },
    items: [
      {
        ...{ id: 'item-1', code: 'DC', description: 'Direct cremation', includes: '' },
        ...{ fills: 'direct_cremation_fee', price: '1895.00', price_to: null },
      },
    ],
    ...changes,
  }) as unknown as PriceList;

interface Sent {
  body: { items: SentPriceItem[]; containers: string; version: number };
}

let server: PriceList;
const update = vi.fn<(input: unknown) => Promise<unknown>>();
beforeEach(() => {
  server = draftOf();
  update.mockReset().mockImplementation(async (input) => {
    const { items, containers, version } = (input as Sent).body;
    if (version !== server.version) throw new ApiError(409, '', { detail: 'Changed meanwhile.', current: server });
    const stored = items.map((item, at) => ({
      ...{ ...item, id: item.id ?? `stored-${at + 1}`, includes: item.includes ?? '' },
      ...{ price: Number(item.price).toFixed(2), price_to: null },
    }));
    server = draftOf({ items: stored, containers, version: version + 1 });
    return server;
  });
});

const draw = async () => {
  const { client } = renderPage(<PriceListsPart homeId="home-1" edits />, {
    at: '/?tab=prices&list=list-1',
    call: answering({
      [`GET ${path}`]: async () => ({ today: '2026-11-21', results: [server] }),
      [`GET ${path}{listId}/`]: async () => server,
      [`PATCH ${path}{listId}/`]: update,
    }),
  });
  await screen.findByRole('table', { name: 'Items' });
  /** Refetches as on window focus; the page's head then names the other user's draft. */
  const readAgain = async () => {
    await act(() => client.refetchQueries({ queryKey: priceListKeys.one('home-1', 'list-1') }));
    await screen.findByText(/by Ben$/);
  };
  return { readAgain };
};
const cell = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(cell(label), { target: { value } });
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save draft' });
const sent = (at: number) => (update.mock.calls[at]?.[0] as Sent | undefined)?.body;
const ofBen = () => {
  const items = draftOf().items.map((item) => ({ ...item, price: '2100.00' }));
  return draftOf({ items, version: 2, updated_by_name: 'Ben' });
};

describe('DraftEditor', () => {
  it('saves on top of the version it started from, and overwrites no one', async () => {
    const { readAgain } = await draw();
    type('Item 1: Description', 'Direct cremation, simple');
    server = ofBen();
    await readAgain();
    fireEvent.click(save());
    expect(await screen.findByText('Someone else changed this draft.')).toBeTruthy();
    expect(sent(0)).toMatchObject({ version: 1 });
    expect(server.items[0]?.price).toBe('2100.00');
    expect(cell('Item 1: Description').value).toBe('Direct cremation, simple');
  });

  it('keeps input typed during a save, and saves it on top', async () => {
    await draw();
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const inTime = update.getMockImplementation();
    update.mockImplementation(async (input) => answered.then(() => inTime?.(input)));
    fireEvent.click(screen.getByRole('button', { name: 'Add an item' }));
    type('Item 2: Code', 'URN');
    type('Item 2: Description', 'Urn');
    type('Item 2: Price', '150');
    fireEvent.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledOnce());
    type('Item 2: Description', 'Urn of oak');
    type('Alternative containers you offer for direct cremation', 'fiberboard boxes');
    answer();
    await waitFor(() => expect(cell('Item 2: Price').value).toBe('150.00'));
    expect(cell('Item 2: Description').value).toBe('Urn of oak');
    expect(cell('Alternative containers you offer for direct cremation').value).toBe('fiberboard boxes');
    await waitFor(() => expect(save().disabled).toBe(false));
    fireEvent.click(save());
    await waitFor(() => expect(update).toHaveBeenCalledTimes(2));
    expect(sent(1)).toMatchObject({ version: 2, containers: 'fiberboard boxes' });
    expect(sent(1)?.items[1]).toMatchObject({ id: 'stored-2', description: 'Urn of oak' });
  });
});
