import { Button } from '@mantine/core';

interface MaskedNumberProps {
  /** As everybody sees it: '****9087'. */
  masked: string;
  /** The whole number while it is shown. */
  whole: string | undefined;
  /** What it is the number of, for the button: 'check number of WA-R-2026-0001'. */
  name: string;
  /** Absent for those who may not see it. */
  onToggle: (() => void) | undefined;
  busy: boolean;
}

/** A number that rests masked; whoever may has it shown, and puts it away again. */
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
