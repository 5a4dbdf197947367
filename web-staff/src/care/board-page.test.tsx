// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CareBoard, CareCount } from '#domain/care/care.schema.ts';
import { cooler, dorothy, exampleBoard, exampleCard, room, walter } from '../testing/example-care.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { BoardPage } from './board-page.tsx';
import { stayText } from './care-text.tsx';
import { CountPage } from './count-page.tsx';
import { WallPage } from './wall-page.tsx';

beforeEach(() => {
  // The environment has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
});
afterEach(() => void vi.restoreAllMocks());

const counted = vi.fn((_input: unknown): CareCount => {
  throw new Error('not expected');
});
const draw = (page: React.ReactElement, board: Partial<CareBoard> = {}) =>
  renderPage(page, {
    role: 'coordinator',
    pages: { '/care': <Toasts /> },
    call: answering({
      'GET /api/customers/funeral-homes/': () => ({ results: [] }),
      'GET /api/care/board/': () => exampleBoard(board),
      'POST /api/care/counts/': counted,
    }),
  });

const count: CareCount = {
  ...{ id: dorothy.id, homes: [], started_at: '2026-11-20T01:50:00.000Z', counted_at: '2026-11-20T02:04:00.000Z' },
  ...{ by_name: 'Tomás Ibarra', expected: 2, seen: 1, elsewhere: [], unknown: [], note: 'Both coolers', differs: true },
  missing: [
    {
      subject_id: dorothy.id,
      case_id: dorothy.case_id,
      tag: dorothy.tag,
      name: dorothy.name,
      kind: 'body',
      place: cooler,
    },
  ],
  settled: null,
};

describe('BoardPage', () => {
  it('shows people at their places, full ones in words, and empty ones in a line', async () => {
    draw(<BoardPage />);
    const column = await screen.findByRole('region', { name: 'Cooler 1 Full, 2 of 2' });
    const card = within(column).getByRole('link', { name: /Dorothy Briggs/ });
    expect(card.getAttribute('href')).toBe(`/cases/${dorothy.case_id}/care`);
    expect(card.textContent).toContain('KVF HMXB RTP');
    expect(card.textContent).toContain('Cremation: 3 missing');
    expect(card.textContent).toContain('2 effects, 1 to decide');
    expect(within(column).getByRole('link', { name: /Walter/ }).textContent).toContain('no effects');
    expect(screen.getByText('Empty: Room 2, Palatka Crematory')).toBeTruthy();
  });

  it('warns of a same surname on the card and above the board', async () => {
    const agnes = exampleCard(12, 'Agnes Pruítt', 'BBBBBBBRTP', { same_surname: true, place: room });
    draw(<BoardPage />, { cards: [walter, agnes], same_surnames: ['Pruitt'] });
    expect((await screen.findAllByText('Same surname: read the tag')).length).toBe(2);
    const notice = screen.getByText(/^Several people named Pruitt are in care/).parentElement;
    expect(notice?.textContent).toContain('Agnes Pruítt: Room 2, tag ends in RTP');
  });

  it('keeps an open difference of a count above the board', async () => {
    draw(<BoardPage />, { open_counts: [count], last_count: count });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Dorothy Briggs was not seen. On record: Cooler 1.');
    expect(within(alert).getByRole('button', { name: 'Settle' })).toBeTruthy();
  });

  it('says how to begin where no place exists', async () => {
    draw(<BoardPage />, { places: [], cards: [] });
    expect(await screen.findByText('No places yet')).toBeTruthy();
  });
});

describe('WallPage', () => {
  it('shows initials and the end of the tag, and no name', async () => {
    const { container } = draw(<WallPage />, { cards: [dorothy] });
    expect(await screen.findByText('D. B.')).toBeTruthy();
    expect(screen.getByText('…RTP')).toBeTruthy();
    expect(screen.getByText(/^Live, /)).toBeTruthy();
    expect(container.textContent).not.toMatch(/Dorothy|Briggs|KVF/);
  });

  it('frames none of its parts before the keyboard goes there', async () => {
    draw(<WallPage />, { cards: [dorothy] });
    await screen.findByText('D. B.');
    expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Wall display' }));
  });

  it('says since when it is old', async () => {
    draw(<WallPage />, { at: '2026-11-20T13:41:00.000Z' });
    expect(await screen.findByText('Not live: as of 8:41 AM')).toBeTruthy();
  });
});

describe('CountPage', () => {
  const see = async (tag: string) => {
    fireEvent.change(await screen.findByLabelText('Or type the ten letters'), { target: { value: tag } });
    fireEvent.click(screen.getByRole('button', { name: /^Seen in/ }));
  };
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

  it('names who is missing or surplus, and asks what is known before it closes', async () => {
    counted.mockReturnValue(count);
    draw(<CountPage />, { cards: [dorothy, { ...walter, place: room }] });
    await see(walter.tag);
    expect(
      within(await screen.findByRole('region', { name: 'Not seen yet' })).getByText('Dorothy Briggs'),
    ).toBeTruthy();
    const surplus = screen.getByRole('region', { name: 'Seen, but not expected' });
    expect(surplus.textContent).toContain('Walter Pruitt was seen in Cooler 1. On record: Room 2.');
    await press('Close the count');
    await press('Keep with the difference');
    expect(await screen.findByText(/^Say what you know/)).toBeTruthy();
    expect(counted).not.toHaveBeenCalled();
    fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Both coolers' } });
    await press('Keep with the difference');
    expect(await screen.findByText('Kept with a difference. The owner is notified.')).toBeTruthy();
    expect(counted.mock.calls[0]?.[0]).toMatchObject({
      body: { seen: [{ tag: walter.tag, place: cooler.id }], note: 'Both coolers' },
    });
  });

  it('counts who is at a place that is no longer in use', async () => {
    const ended = { ...room, active: false };
    draw(<CountPage />, { places: [cooler, ended], cards: [dorothy, { ...walter, place: ended }] });
    await see(dorothy.tag);
    expect(within(await screen.findByRole('region', { name: 'Not seen yet' })).getByText('Walter Pruitt')).toBeTruthy();
  });

  it('asks nothing when everyone is where the record says', async () => {
    counted.mockReset().mockReturnValue({ ...count, missing: [], differs: false });
    draw(<CountPage />, { cards: [dorothy] });
    await see(dorothy.tag);
    await press('Close the count');
    await press('Keep the count');
    expect((await screen.findByText(/The count is kept\.$/)).textContent).toContain('1 of 2 seen');
  });
});

describe('stayText', () => {
  it.each([
    ['2026-11-20T13:25:00Z', '35 min'],
    ['2026-11-20T10:12:00Z', '3 h 48 min'],
    ['2026-11-18T19:00:00Z', '1 day 19 h'],
    ['2026-11-08T14:00:00Z', '12 days'],
    ['2026-11-20T14:05:00Z', '0 min'],
  ])('says since %s: %s', (since, text) => expect(stayText(since, new Date('2026-11-20T14:00:00Z'))).toBe(text));
});
