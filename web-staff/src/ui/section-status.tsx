import { IconCircleCheckFilled } from '@tabler/icons-react';
import classes from './section-status.module.css';

const labels = {
  required: 'Required',
  optional: 'Optional',
  partial: 'Partially Required',
  'read-only': 'Read Only',
} as const;

interface SectionStatusProps {
  kind: keyof typeof labels;
  /** A completed section shows a green check (D1 §2). */
  complete?: boolean;
}

/** What a section of a form asks for, and whether it has it; stands in the section's heading. */
export const SectionStatus = ({ kind, complete = false }: SectionStatusProps) => (
  <span className={classes.status}>
    {complete && <IconCircleCheckFilled className={classes.complete} size={20} role="img" aria-label="Complete" />}
    <span className={classes.badge} data-kind={kind}>
      {labels[kind]}
    </span>
  </span>
);
