import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import type { CareBoard, CareCard } from '#domain/care/care.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput, CallOutput, Endpoint } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { readAgain } from '../api/cache.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { byKind } from './care-text.tsx';
import { careKeys } from './keys.ts';
import { type OfflineMove, offlineMovesQuery, storeBoard, storedBoard } from './offline-care.ts';
import { isUnreachable } from './send-moves.ts';

export const boardEveryMs = 30_000;

const boardQuery = (call: Call, profileId: string) =>
  queryOptions({
    queryKey: careKeys.board,
    queryFn: async ({ signal }) => {
      try {
        const board = await call(careEndpoints.board, {}, { signal });
        void storeBoard(profileId, board);
        return { board, isOffline: false };
      } catch (error) {
        const board = isUnreachable(error) && !signal.aborted ? await storedBoard(profileId) : undefined;
        if (!board) throw error;
        return { board, isOffline: true };
      }
    },
    staleTime: 0,
    refetchInterval: boardEveryMs,
  });

/** Returns a card as the waiting moves of this device leave it: the next one follows the last of them. */
export const cardAfter = (
  card: CareCard,
  moves: readonly OfflineMove[],
  { places }: Pick<CareBoard, 'places'>,
): CareCard => {
  const last = moves.findLast(({ subjectId, refused }) => subjectId === card.id && !refused);
  if (!last) return card;
  const place = places.find(({ id }) => id === last.body.to_place) ?? card.place;
  const found_away = last.body.kind === 'found' && place?.ours === false;
  return { ...card, place, since: last.at, found_away, number: last.body.expected + 1 };
};

/** Reads the board, and keeps it on this device for times without a connection. */
export const useCareBoard = (profileId: string) => {
  const query = useQuery(boardQuery(useApi(), profileId));
  const { data: moves = [] } = useQuery(offlineMovesQuery(profileId));
  const board = query.data?.board;
  return {
    query,
    moves,
    isOffline: query.data?.isOffline ?? false,
    board: board && {
      ...board,
      places: board.places.toSorted(byKind),
      cards: board.cards.map((card) => cardAfter(card, moves, board)),
    },
  };
};

export const placesQuery = (call: Call) => callQuery(call, careEndpoints.places, {}, careKeys.places);
export const custodyQuery = (call: Call, id: string) =>
  callQuery(call, careEndpoints.ofCase, { params: { id } }, careKeys.ofCase(id), { staleTime: 0 });
export const effectsQuery = (call: Call, id: string) =>
  callQuery(call, careEndpoints.effects, { params: { id } }, careKeys.effects(id), { staleTime: 0 });

/** Returns a call that changes the care of a case, and then reads again what it changed. */
export const useSendCare = (caseId = '') => {
  const keyFor = useIdempotencyKey();
  const { mutateAsync } = useChange(
    (call, send: (call: Call) => Promise<unknown>) => send(call),
    (_answer, _send, client) => readAgain(client, 'care.changed', caseId),
  );
  return <E extends Endpoint>(endpoint: E, input: CallInput<E>, key?: string) =>
    mutateAsync((call) =>
      call(endpoint, input, endpoint.idempotent ? { idempotencyKey: key ?? keyFor(input) } : {}),
    ) as Promise<CallOutput<E>>;
};

export const useReadMovesAgain = (profileId: string) => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: offlineMovesQuery(profileId).queryKey });
};
