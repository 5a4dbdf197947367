import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApi } from '../../api/api-context.ts';
import { download } from '../../ui/download.ts';
import { failureText, toastError, toastFailure, toastProgress, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useFocusAfterBusy } from '../../ui/preserve-focus.ts';
import { documentKeys } from '../keys.ts';
import type { PaperName, PaperOf } from './fetch-pdf.ts';

export type { PaperName, PaperOf };

/** The printout is stored by then. */
const storedAfterMs = 2_000;

export const usePrint = (name: PaperName) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (of: PaperOf) => {
      // All papers' code loads with the first one.
      const { fetchPdf: askPaper, printTexts: paperWords } = await import('./fetch-pdf.ts');
      const texts = paperWords[name];
      const done = toastProgress(texts.making);
      const file = await askPaper[name](call, of)
        .catch((error: unknown) => {
          // The page of an ended session has its own message.
          if (failureText(error)) toastError(texts.failed);
          return undefined;
        })
        .finally(done);
      if (!file) return;
      download(file.content, file.name || texts.fileName);
      toastSuccess(texts.made);
      setTimeout(() => void client.invalidateQueries({ queryKey: documentKeys.all }), storedAfterMs);
    },
    onError: toastFailure,
  });
};

interface PaperButtonProps extends PaperOf {
  paper: PaperName;
  children: ReactNode;
  /** The accessible name if the text does not name the record. */
  label?: string;
  isSmall?: boolean;
}

export const PaperButton = ({ paper, children, label, isSmall, ...of }: PaperButtonProps) => {
  const making = usePrint(paper);
  return (
    <Button
      ref={useFocusAfterBusy(making.isPending)}
      variant="subtle"
      {...(isSmall && { size: 'compact-sm' as const })}
      loading={making.isPending}
      aria-label={label}
      leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />}
      onClick={() => making.mutate(of)}
    >
      {children}
    </Button>
  );
};
