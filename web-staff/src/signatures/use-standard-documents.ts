import { useState } from 'react';
import type { StandardDocumentKind } from '#domain/signatures/standard-document-templates.ts';
import { failureText } from '../ui/feedback/toasts.tsx';
import { useMakeReadyMade } from './mutations.ts';

export type PaperState = 'waits' | 'making' | 'made' | 'failed';
export interface StandardDocumentsRun {
  papers: readonly { kind: StandardDocumentKind; state: PaperState }[];
  problem?: string;
}

export const progressOf = ({ papers }: StandardDocumentsRun) => ({
  made: papers.filter(({ state }) => state === 'made').length,
  all: papers.length,
  isRunning: papers.some(({ state }) => state === 'making'),
});

/** An error stops the run, because the other documents would fail too; a new run continues. */
export const useStandardDocuments = () => {
  const making = useMakeReadyMade();
  const [run, setRun] = useState<StandardDocumentsRun>();
  const begin = async (
    kinds: readonly StandardDocumentKind[],
    before: StandardDocumentsRun['papers'] = [],
  ): Promise<void> => {
    let papers: StandardDocumentsRun['papers'] = [...before, ...kinds.map((kind) => ({ kind, state: 'waits' as const }))];
    const show = (kind: StandardDocumentKind, state: PaperState, problem?: string): void => {
      papers = papers.map((one) => (one.kind === kind ? { kind, state } : one));
      setRun({ papers, ...(problem === undefined ? {} : { problem }) });
    };
    for (const kind of kinds) {
      show(kind, 'making');
      try {
        await making.mutateAsync(kind);
      } catch (error) {
        return show(kind, 'failed', failureText(error) ?? 'Sign in again.');
      }
      show(kind, 'made');
    }
  };
  return {
    run,
    begin: (kinds: readonly StandardDocumentKind[]) => void begin(kinds),
    again: () => {
      const made = run?.papers.filter(({ state }) => state === 'made') ?? [];
      const open = run?.papers.filter(({ state }) => state !== 'made') ?? [];
      void begin(
        open.map(({ kind }) => kind),
        made,
      );
    },
    close: () => setRun(undefined),
  };
};
