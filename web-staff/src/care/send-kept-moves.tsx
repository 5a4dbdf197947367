import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { toastNotice, toastSuccess } from '../ui/feedback/toasts.tsx';
import { forgetMove, keepMove, keptMoves, keptMovesQuery } from './kept-moves.ts';
import type { SentMove } from './move-values.ts';
import { useChangeCare, useReadMovesAgain } from './queries.ts';
import { refusalOf, sendMoves } from './send-moves.ts';

const lookAgainMs = 30_000;

/** Sends the moves of this device on any page: at start, after a reconnection, and when one was added. */
export const SendKeptMoves = () => {
  const { id, funeral_home_details: home } = useCurrentUser();
  const { mutateAsync: change } = useChangeCare('');
  const readMoves = useReadMovesAgain(id);
  const waiting = useQuery(keptMovesQuery(id)).data?.filter(({ refused }) => !refused).length ?? 0;
  const isSending = useRef(false);
  const sendAll = useEffectEvent(async () => {
    if (isSending.current || waiting === 0) return;
    isSending.current = true;
    try {
      const { sent, refused } = await sendMoves(await keptMoves(id), {
        send: ({ key, caseId, body }) =>
          change((call) =>
            call(
              careEndpoints.move,
              { params: { id: caseId }, body: body as unknown as SentMove },
              { idempotencyKey: key },
            ),
          ),
        keep: (move) => keepMove(id, move),
        forget: (move) => forgetMove(id, move),
        reasonOf: (error) => refusalOf(error, home.time_zone).text,
        now: () => new Date(),
      });
      if (sent > 0) toastSuccess(`${sent} ${pluralForm(sent, 'move', 'moves')} of this device sent`);
      if (refused > 0) toastNotice('A move on this device is to settle. Open Care.');
      await readMoves();
    } finally {
      isSending.current = false;
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further move is sent at once
  useEffect(() => {
    const send = () => void sendAll();
    send();
    const timer = setInterval(send, lookAgainMs);
    window.addEventListener('online', send);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [waiting]);
  return null;
};
