import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

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
