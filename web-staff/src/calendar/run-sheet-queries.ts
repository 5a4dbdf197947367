import { queryOptions } from '@tanstack/react-query';
import { dayEndpoints, runSheetPaperEndpoints } from '#domain/calendar/day.endpoints.ts';
import { RunSheet } from '#domain/calendar/run-sheet.ts';
import { type Call, isTransientError } from '#domain/shared/contract/client.ts';
import { useChange } from '../api/calls.ts';
import { sealedStore } from '../session/device/sealed-store.ts';
import { download } from '../ui/download.ts';

export interface SheetOf {
  readonly day?: string | undefined;
  readonly member?: string | undefined;
}

/** The sheet of last week is of no use. */
const keptMs = 3 * 24 * 3_600_000;
const nameOf = (profileId: string, { day = 'today', member = 'all' }: SheetOf): string =>
  `${profileId}/run-sheet/${day}/${member}`;

export interface ReadSheet {
  readonly sheet: RunSheet;
  /** The server is unreachable; the device read the sheet earlier. */
  readonly isOffline: boolean;
}

const everyMs = 60_000;

/** Reads a run sheet and keeps it on this device, encrypted, for times without a connection. */
export const runSheetQuery = (call: Call, profileId: string, of: SheetOf) =>
  queryOptions({
    queryKey: ['calendar', 'run-sheet', profileId, of],
    queryFn: async ({ signal }): Promise<ReadSheet> => {
      try {
        const sheet = await call(dayEndpoints.runSheet, { query: of }, { signal });
        for (const day of new Set([of.day, sheet.day]))
          void sealedStore.keep(nameOf(profileId, { day, member: of.member }), profileId, sheet);
        return { sheet, isOffline: false };
      } catch (error) {
        const stored = isTransientError(error) && !signal.aborted ? await storedSheet(profileId, of) : undefined;
        if (!stored) throw error;
        return { sheet: stored, isOffline: true };
      }
    },
    staleTime: 0,
    refetchInterval: everyMs,
    networkMode: 'always' as const,
  });

const storedSheet = async (profileId: string, of: SheetOf): Promise<RunSheet | undefined> =>
  RunSheet.safeParse(await sealedStore.open(nameOf(profileId, of), profileId, keptMs)).data;

const readAgain = { queryKey: ['calendar', 'run-sheet'] };

export const useSeeSheet = () =>
  useChange(
    (call, { day, member, fingerprint }: Pick<RunSheet, 'day' | 'member' | 'fingerprint'>) =>
      call(dayEndpoints.seeRunSheet, { body: { day, member, fingerprint } }),
    (_answer, _sheet, client) => client.invalidateQueries(readAgain),
  );

/** Downloads the sheet as a PDF, which shows what changed; then it counts as printed. */
export const usePrintSheet = () =>
  useChange(
    async (call, { day, member, fingerprint }: Pick<RunSheet, 'day' | 'member' | 'fingerprint'>) => {
      const query = { day, ...(member ? { member } : {}) };
      const file = await call(runSheetPaperEndpoints.runSheet, { query });
      download(file.content, file.name || 'run_sheet.pdf');
      await call(dayEndpoints.seeRunSheet, { body: { day, member, fingerprint, printed: true } });
    },
    (_answer, _sheet, client) => client.invalidateQueries(readAgain),
  );
