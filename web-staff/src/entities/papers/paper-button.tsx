import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type PaperName, usePaper } from './use-paper.ts';

interface PaperButtonProps {
  paper: PaperName;
  /** The record that it is made of. */
  id: string;
  children: ReactNode;
}

/** Has a paper made and saved. */
export const PaperButton = ({ paper, id, children }: PaperButtonProps) => {
  const making = usePaper(paper);
  return (
    <Button
      variant="subtle"
      loading={making.isPending}
      leftSection={<IconPrinter size={18} stroke={1.6} aria-hidden />}
      onClick={() => making.mutate(id)}
    >
      {children}
    </Button>
  );
};
