import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { dorothy, exampleEntry, walter } from '../testing/example-care.ts';
import { inOrder, type OfflineMove } from './offline-care.ts';
import { refusalOf, sendMoves } from './send-moves.ts';

const uuid = (n: number): string => `0193a000-0000-4000-8000-00000000000${n}`;
const move = (n: number, changes: Partial<OfflineMove> = {}): OfflineMove => ({
  ...{ key: uuid(n), caseId: dorothy.case_id, subjectId: dorothy.id, name: dorothy.name, tag: dorothy.tag },
  ...{ from: 'Cooler 1', to: 'Room 2', at: `2026-11-20T0${n}:00:00.000Z` },
  body: { expected: n, to_place: uuid(9) },
  ...changes,
});
const stale = new ApiError(409, 'Not following');
const lost = new ApiError(0, 'No connection');

/** A device with moves, and a server that answers each with an error or nothing. */
const world = (moves: readonly OfflineMove[], answers: Readonly<Record<string, unknown>> = {}) => {
  const device = new Map(moves.map((one) => [one.key, one]));
  const send = vi.fn(async ({ key }: OfflineMove) => {
    if (answers[key]) throw answers[key];
  });
  const run = () =>
    sendMoves([...device.values()], {
      send,
      keep: async (one) => device.set(one.key, one),
      forget: async ({ key }) => device.delete(key),
      reasonOf: () => 'Somebody was faster',
      now: () => new Date('2026-11-20T12:00:00Z'),
    });
  return { device, send, run, asked: () => send.mock.calls.map(([{ key }]) => key) };
};

describe('inOrder', () => {
  it('follows the numbers of a subject, whatever times were typed', () => {
    const late = move(3, { at: '2026-11-20T14:05:30.000Z' });
    const early = move(4, { at: '2026-11-20T14:05:00.000Z' });
    const other = move(1, { subjectId: walter.id, at: '2026-11-20T14:05:10.000Z' });
    expect(inOrder([early, other, late]).map(({ key }) => key)).toEqual([uuid(3), uuid(4), uuid(1)]);
  });
});

describe('sendMoves', () => {
  it('sends in order and forgets what the server has', async () => {
    const { device, run, asked } = world([move(1), move(2)]);
    expect(await run()).toEqual({ sent: 2, refused: 0 });
    expect(asked()).toEqual([uuid(1), uuid(2)]);
    expect(device.size).toBe(0);
  });

  it('keeps a stale move to settle, and never sends those that follow it', async () => {
    const other = move(3, { subjectId: walter.id });
    const { device, run, asked } = world([move(1), move(2), other], { [uuid(1)]: stale });
    expect(await run()).toEqual({ sent: 1, refused: 2 });
    expect(asked()).toEqual([uuid(1), uuid(3)]);
    expect([...device.values()].map(({ refused }) => refused?.text)).toEqual([
      'Somebody was faster',
      'It follows a move that was not recorded.',
    ]);
    expect(await run()).toEqual({ sent: 0, refused: 0 });
    expect(asked()).toHaveLength(2);
    expect(device.size).toBe(2);
  });

  it('sends a move that settles refused ones, and forgets them with it', async () => {
    const refused = { text: 'Somebody was faster', at: '2026-11-20T12:00:00.000Z' };
    const settling = move(4, { settles: [uuid(1), uuid(2)] });
    const { device, run, asked } = world([move(1, { refused }), move(2, { refused }), settling, move(5)]);
    expect(await run()).toEqual({ sent: 1, refused: 1 });
    expect(asked()).toEqual([uuid(4)]);
    expect([...device.keys()]).toEqual([uuid(5)]);
  });

  it.each([lost, new ApiError(503, 'Busy'), new ApiError(401, 'Ended')])('waits unchanged after %s', async (error) => {
    const { device, run, asked } = world([move(1), move(2)], { [uuid(1)]: error });
    await run();
    expect(asked()).toEqual([uuid(1)]);
    expect([...device.values()]).toEqual([move(1), move(2)]);
  });
});

describe('refusalOf', () => {
  it('names who was faster, where to and when', () => {
    const current = { subject: dorothy, entry: exampleEntry(3, { recorded_by_name: 'Tomás Ibarra' }) };
    const { text } = refusalOf(new ApiError(409, 'Stale', { current }), 'America/New_York');
    expect(text).toContain('Tomás Ibarra recorded Cooler 1 → Room 2 first, Nov 20, 2026, 6:10');
  });

  it('says that a record has ended instead of who was faster', () => {
    const current = { subject: { ...dorothy, state: 'ended' as const }, entry: exampleEntry(3, { kind: 'cremated' }) };
    const { text } = refusalOf(new ApiError(409, 'It has ended', { current }), 'America/New_York');
    expect(text).toBe('It has ended');
  });
});
