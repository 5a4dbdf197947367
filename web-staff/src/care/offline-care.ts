import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { CareBoard, CareCard } from '#domain/care/care.schema.ts';
import { isMove, isOf } from '../session/device/device.ts';
import { sealedStore } from '../session/device/sealed-store.ts';

/** A move on this device that is not on the server. It stays until it is sent or settled, or the user signs out. */
export const OfflineMove = z.object({
  /** Makes a move that is sent twice one entry. */
  key: z.uuid(),
  caseId: z.uuid(),
  subjectId: z.uuid(),
  name: z.string(),
  tag: z.string(),
  from: z.string(),
  to: z.string(),
  at: z.iso.datetime(),
  /** The request, repeated unchanged. */
  body: z.looseObject({ expected: z.number(), to_place: z.uuid() }),
  /** Why the server refused it: the entry that came first, or its message. A person settles it. */
  refused: z.object({ text: z.string(), at: z.iso.datetime() }).optional(),
  /** Keys of refused moves that this one settles: they stay until it is sent. */
  settles: z.array(z.uuid()).optional(),
});
export type OfflineMove = z.output<typeof OfflineMove>;

const nameOf = (profileId: string, { key }: Pick<OfflineMove, 'key'>): string => `${profileId}/care-move/${key}`;

/** Returns false if this device cannot store it. */
export const storeMove = (profileId: string, move: OfflineMove): Promise<boolean> =>
  sealedStore.keep(nameOf(profileId, move), profileId, move);

export const forgetNamed = (wanted: string): Promise<unknown> => sealedStore.forget((name) => name === wanted);

export const forgetMove = (profileId: string, move: Pick<OfflineMove, 'key'>): Promise<unknown> =>
  forgetNamed(nameOf(profileId, move));

/** Orders moves by their number within a subject, because a typed time may be wrong, and subjects by their first move. */
export const inOrder = (moves: readonly OfflineMove[]): OfflineMove[] => {
  const first = (subjectId: string): number =>
    Math.min(...moves.filter((move) => move.subjectId === subjectId).map(({ at }) => Date.parse(at)));
  return moves.toSorted(
    (a, b) =>
      first(a.subjectId) - first(b.subjectId) ||
      a.subjectId.localeCompare(b.subjectId) ||
      a.body.expected - b.body.expected,
  );
};

const opened = async (profileId: string) => {
  const names = (await sealedStore.names()).filter((name) => isMove(name) && isOf(profileId, name));
  return Promise.all(
    names.map(async (name) => {
      const stored = await sealedStore.open(name, profileId, Number.POSITIVE_INFINITY);
      return { name, stored, move: OfflineMove.safeParse(stored).data };
    }),
  );
};

/** Returns this person's moves in the order in which they are sent. */
export const offlineMoves = async (profileId: string): Promise<OfflineMove[]> =>
  inOrder((await opened(profileId)).flatMap(({ move }) => move ?? []));

const ofDevice = { gcTime: 0, staleTime: 0, networkMode: 'always', retry: false } as const;

export const offlineMovesQuery = (profileId: string) =>
  queryOptions({ ...ofDevice, queryKey: ['offline-moves', profileId], queryFn: () => offlineMoves(profileId) });

/** Moves that another release stored in a shape that this one does not know. */
export const unreadableMovesQuery = (profileId: string) =>
  queryOptions({
    ...ofDevice,
    queryKey: ['offline-moves', profileId, 'unreadable'],
    queryFn: async () => (await opened(profileId)).filter(({ move }) => !move),
  });

/** An older board names places that people have left. */
const knownMs = 7 * 24 * 3_600_000;
const boardName = (profileId: string): string => `${profileId}/care-board`;
const tagsName = (profileId: string): string => `${profileId}/care-tags`;

/** Stores who is in care, so that a tag can be read without a connection. */
export const storeBoard = (profileId: string, board: CareBoard): Promise<boolean> =>
  sealedStore.keep(boardName(profileId), profileId, board);

const knownTags = async (profileId: string): Promise<CareCard[]> =>
  z.array(CareCard).safeParse(await sealedStore.open(tagsName(profileId), profileId, knownMs)).data ?? [];

/** Also stores a person whose tag was read or given here and who is not on the board yet. */
export const storeTag = async (profileId: string, card: CareCard): Promise<boolean> => {
  const others = (await knownTags(profileId)).filter(({ id }) => id !== card.id);
  return sealedStore.keep(tagsName(profileId), profileId, [card, ...others].slice(0, 50));
};

export const storedBoard = async (profileId: string): Promise<CareBoard | undefined> =>
  CareBoard.safeParse(await sealedStore.open(boardName(profileId), profileId, knownMs)).data;

export const storedTag = async (profileId: string, tag: string): Promise<CareCard | undefined> =>
  (await knownTags(profileId)).find((card) => card.tag === tag);
