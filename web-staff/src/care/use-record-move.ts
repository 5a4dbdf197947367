import { useRef, useState } from 'react';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import type { ValuesForm } from '../ui/fields/use-values-form.ts';
import { nameOf } from './care-text.tsx';
import { inForm, type MoveContext, type MoveValues, sentMove } from './move-values.ts';
import { forgetMove, type OfflineMove, storeMove } from './offline-care.ts';
import { useReadMovesAgain, useSendCare } from './queries.ts';
import { isUnreachable, type Refusal, refusalOf } from './send-moves.ts';

interface RecordMoveOptions extends MoveContext {
  form: ValuesForm;
  /** Moves of the same record on this device. */
  kept: readonly OfflineMove[];
  onDone: (place: string, isOffline: boolean) => void;
}

/** Records a move on the server, or on this device while the server is unreachable. */
export const useRecordMove = ({ form, kept, onDone, ...context }: RecordMoveOptions) => {
  const { card, places, me, timeZone } = context;
  const send = useSendCare(card.case_id);
  const readMoves = useReadMovesAgain(me.id);
  const keyFor = useIdempotencyKey();
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  // A repeated press is the same request, so "now" stays the first one.
  const pressedAt = useRef<Date>(undefined);

  const record = async (): Promise<void> => {
    pressedAt.current ??= new Date();
    const body = sentMove(form.values as MoveValues, context, pressedAt.current);
    const place = places.find(({ id }) => id === body.to_place)?.name ?? '';
    const key = keyFor(body);
    try {
      // A move that follows one on this device waits behind it.
      if (kept.some(({ refused }) => !refused)) throw new ApiError(0, 'Waiting');
      await send(careEndpoints.move, { params: { id: card.case_id }, body }, key);
      // The note of the entry says what they had recorded.
      for (const settled of kept) await forgetMove(me.id, settled);
      await readMoves();
      return onDone(place, false);
    } catch (error) {
      if (!isUnreachable(error)) {
        pressedAt.current = undefined;
        const isOfForm =
          error instanceof ApiError && form.refuse(new ApiError(error.status, error.message, inForm(error.body)));
        return setRefusal(isOfForm ? undefined : refusalOf(error, timeZone));
      }
    }
    const move = {
      key,
      caseId: card.case_id,
      subjectId: card.id,
      name: nameOf(card),
      tag: card.tag,
      to: place,
      from: card.place?.name ?? body.from_text ?? '',
      at: body.happened_at,
      body: { ...body, to_place: body.to_place ?? '' },
      settles: kept.filter(({ refused }) => refused).map((settled) => settled.key),
    };
    if (!(await storeMove(me.id, move)))
      return setRefusal({
        text: 'There is no connection, and this device cannot store the move. Keep this page open and try again.',
        missing: [],
      });
    await readMoves();
    onDone(place, true);
  };

  return {
    isBusy,
    refusal,
    record: async () => {
      if (isBusy) return;
      setBusy(true);
      await record().finally(() => setBusy(false));
    },
  };
};
