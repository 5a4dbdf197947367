import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { isMove, isOf } from '../session/device/device.ts';
import { sealedStore } from '../session/device/sealed-store.ts';

/** A move on this device that is not on the server. It stays until it is sent or settled, or the user signs out. */
export const KeptMove = z.object({
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
});
export type KeptMove = z.output<typeof KeptMove>;

const nameOf = (profileId: string, { key }: Pick<KeptMove, 'key'>): string => `${profileId}/care-move/${key}`;

/** Returns false if this device cannot store it. */
export const keepMove = (profileId: string, move: KeptMove): Promise<boolean> =>
  sealedStore.keep(nameOf(profileId, move), profileId, move);

export const forgetNamed = (wanted: string): Promise<unknown> => sealedStore.forget((name) => name === wanted);

export const forgetMove = (profileId: string, move: Pick<KeptMove, 'key'>): Promise<unknown> =>
  forgetNamed(nameOf(profileId, move));

/** Orders moves by their number within a subject, because a typed time may be wrong, and subjects by their first move. */
export const inOrder = (moves: readonly KeptMove[]): KeptMove[] => {
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
      return { name, stored, move: KeptMove.safeParse(stored).data };
    }),
  );
};

/** Returns this person's moves in the order in which they are sent. */
export const keptMoves = async (profileId: string): Promise<KeptMove[]> =>
  inOrder((await opened(profileId)).flatMap(({ move }) => move ?? []));

const ofDevice = { gcTime: 0, staleTime: 0, networkMode: 'always', retry: false } as const;

export const keptMovesQuery = (profileId: string) =>
  queryOptions({ ...ofDevice, queryKey: ['kept-moves', profileId], queryFn: () => keptMoves(profileId) });

/** Moves that another release stored in a shape that this one does not know. */
export const unreadableMovesQuery = (profileId: string) =>
  queryOptions({
    ...ofDevice,
    queryKey: ['kept-moves', profileId, 'unreadable'],
    queryFn: async () => (await opened(profileId)).filter(({ move }) => !move),
  });
