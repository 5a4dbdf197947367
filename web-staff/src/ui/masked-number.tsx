import { Button } from '@mantine/core';

interface MaskedNumberProps {
  /** Masked form: '****9087'. */
  masked: string;
  whole: string | undefined;
  /** Name for the button: 'check number of WA-R-2026-0001'. */
  name: string;
  onToggle: (() => void) | undefined;
  busy: boolean;
}

export const MaskedNumber = ({ masked, whole, name, onToggle, busy }: MaskedNumberProps) => {
  const verb = whole ? 'Hide' : 'Show';
  return (
    <>
      {whole ?? masked}{' '}
      {onToggle && (
        <Button variant="subtle" size="compact-sm" loading={busy} aria-label={`${verb} ${name}`} onClick={onToggle}>
          {verb}
        </Button>
      )}
    </>
  );
};
