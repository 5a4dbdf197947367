import { useQuery } from '@tanstack/react-query';
import { careEndpoints } from '#domain/care/care.endpoints.ts';
import { pluralForm } from '#domain/shared/values/text.ts';
import { useSendLater } from '../session/device/use-send-later.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { toastNotice, toastSuccess } from '../ui/feedback/toasts.tsx';
import type { SentMove } from './move-values.ts';
import { forgetMove, offlineMoves, offlineMovesQuery, storeMove } from './offline-care.ts';
import { useReadMovesAgain, useSendCare } from './queries.ts';
import { refusalOf, sendMoves } from './send-moves.ts';

export const SendOfflineMoves = () => {
  const { id, funeral_home_details: home } = useCurrentUser();
  const send = useSendCare();
  const readMoves = useReadMovesAgain(id);
  const waiting = useQuery(offlineMovesQuery(id)).data?.filter(({ refused }) => !refused).length ?? 0;
  useSendLater(async () => {
    if (waiting === 0) return;
    const { sent, refused } = await sendMoves(await offlineMoves(id), {
      send: ({ key, caseId, body }) =>
        send(careEndpoints.move, { params: { id: caseId }, body: body as unknown as SentMove }, key),
      keep: (move) => storeMove(id, move),
      forget: (move) => forgetMove(id, move),
      reasonOf: (error) => refusalOf(error, home.time_zone).text,
      now: () => new Date(),
    });
    if (sent > 0) toastSuccess(`${sent} ${pluralForm(sent, 'move', 'moves')} of this device sent`);
    if (refused > 0) toastNotice('A move on this device is to settle. Open Care.');
    await readMoves();
  }, waiting);
  return null;
};
