import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { nextStep } from '#domain/cases/case-lifecycle.ts';
import { sectionDefinitions } from '#domain/cases/sections/section-definitions.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import classes from './parts/case-sidebar.module.css';

const titleOf = (id: string): string => sectionDefinitions.find((head) => head.id === id)?.title ?? '';

/** 'Needed to activate'; undefined without a next status. */
export const missingTitle = (status: CaseStatus): string | undefined => {
  const next = nextStep(status);
  return next && `Needed to ${next.action}`;
};

interface MissingListProps {
  missing: readonly MissingField[];
  onJump?: ((gap: MissingField) => void) | undefined;
}

export const MissingList = ({ missing, onJump }: MissingListProps) =>
  missing.length === 0 ? (
    <p className={classes.whole}>
      <IconCircleCheckFilled size={20} aria-hidden /> Nothing missing for the next step.
    </p>
  ) : (
    <ul className={classes.list}>
      {missing.map((gap) => (
        <li key={`${gap.section} ${gap.field}`}>
          <button type="button" className={classes.gap} disabled={!onJump} onClick={() => onJump?.(gap)}>
            <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
            <span>{gap.label}</span>
            <span className={classes.where}>{titleOf(gap.section).replace(' Information', '')}</span>
          </button>
        </li>
      ))}
    </ul>
  );
