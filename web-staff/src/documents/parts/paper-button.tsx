import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFocusAfterBusy } from '../../ui/preserve-focus.ts';
import { type PaperName, type PaperOf, usePrint } from './use-paper.ts';

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
