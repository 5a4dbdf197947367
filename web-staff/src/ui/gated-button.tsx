import { ActionIcon, type ActionIconProps, Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
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

interface IconButtonProps extends ActionIconProps {
  icon: Icon;
  label: string;
  title?: string;
  onClick: () => void;
}

/** A button of 44 pixels that shows only an icon. */
export const IconButton = ({ icon: Shown, label, ...button }: IconButtonProps) => (
  <ActionIcon variant="subtle" size={44} aria-label={label} {...button}>
    <Shown size={18} stroke={1.6} aria-hidden />
  </ActionIcon>
);
