import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { MouseEventHandler, ReactNode } from 'react';

interface GatedButtonProps extends ButtonProps {
  reason?: string | undefined;
  onClick: MouseEventHandler<HTMLButtonElement>;
  children: ReactNode;
}

/** It stays focusable, so that the reason can be reached. */
export const DisabledReasonButton = ({ reason, onClick, children, ...props }: GatedButtonProps) =>
  reason ? (
    <Tooltip withinPortal={false} label={reason} events={{ hover: true, focus: true, touch: true }} multiline maw={280}>
      <Button
        {...props}
        data-disabled
        aria-disabled="true"
        aria-description={reason}
        onClick={(event) => event.preventDefault()}
      >
        {children}
      </Button>
    </Tooltip>
  ) : (
    <Button {...props} onClick={onClick}>
      {children}
    </Button>
  );
