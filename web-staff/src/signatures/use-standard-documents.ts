import { useState } from 'react';
import type { StandardDocumentKind } from '#domain/signatures/standard-document-templates.ts';
import { failureText } from '../ui/feedback/toasts.tsx';
import { useMakeReadyMade } from './mutations.ts';

export type PaperState = 'waiting' | 'creating' | 'created' | 'failed';
export interface StandardDocumentsRun {
  papers: readonly { kind: StandardDocumentKind; state: PaperState }[];
  problem?: string;
}

export const progressOf = ({ papers }: StandardDocumentsRun) => ({
  createdCount: papers.filter(({ state }) => state === 'created').length,
  all: papers.length,
  isRunning: papers.some(({ state }) => state === 'creating'),
});

/** An error stops the run, because the other documents would fail too; a new run continues. */
export const useStandardDocuments = () => {
  const making = useMakeReadyMade();
  const [run, setRun] = useState<StandardDocumentsRun>();
  const begin = async (
    kinds: readonly StandardDocumentKind[],
    before: StandardDocumentsRun['papers'] = [],
  ): Promise<void> => {
    let papers: StandardDocumentsRun['papers'] = [
      ...before,
      ...kinds.map((kind) => ({ kind, state: 'waiting' as const })),
    ];
    const show = (kind: StandardDocumentKind, state: PaperState, problem?: string): void => {
      papers = papers.map((current) => (current.kind === kind ? { kind, state } : current));
      setRun({ papers, ...(problem === undefined ? {} : { problem }) });
    };
    for (const kind of kinds) {
      show(kind, 'creating');
      try {
        await making.mutateAsync(kind);
      } catch (error) {
        return show(kind, 'failed', failureText(error) ?? 'Sign in again.');
      }
      show(kind, 'created');
    }
  };
  return {
    run,
    begin: (kinds: readonly StandardDocumentKind[]) => void begin(kinds),
    retry: () => {
      const created = run?.papers.filter(({ state }) => state === 'created') ?? [];
      const open = run?.papers.filter(({ state }) => state !== 'created') ?? [];
      void begin(
        open.map(({ kind }) => kind),
        created,
      );
    },
    close: () => setRun(undefined),
  };
};
