import { IconAlertTriangle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useId } from 'react';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { nextStep } from '#domain/cases/case-lifecycle.ts';
import type { OpenItem } from '#domain/cases/open-items.ts';
import { sectionDefinitions } from '#domain/cases/sections/section-definitions.ts';
import type { MissingField } from '#domain/shared/forms/completeness.ts';
import classes from './parts/case-sidebar.module.css';

const titleOf = (id: string): string => sectionDefinitions.find((head) => head.id === id)?.title ?? '';

/** 'Needed to activate'; undefined without a next status. */
export const missingTitle = (status: CaseStatus): string | undefined => {
  const next = nextStep(status);
  return next && `Needed to ${next.action}`;
};

export type Place = Pick<MissingField, 'section'> & { field?: string | undefined };

interface MissingListProps {
  missing: readonly MissingField[];
  open?: readonly OpenItem[];
  onJump?: ((place: Place) => void) | undefined;
}

/** The missing fields, and below them what else is open before the case is complete. */
export const MissingList = ({ missing, open = [], onJump }: MissingListProps) => {
  const heading = useId();
  const row = (label: string, place: Place) => (
    <button type="button" className={classes.gap} disabled={!onJump} onClick={() => onJump?.(place)}>
      <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
      <span>{label}</span>
      <span className={classes.where}>{titleOf(place.section).replace(' Information', '')}</span>
    </button>
  );
  if (missing.length === 0 && open.length === 0)
    return (
      <p className={classes.whole}>
        <IconCircleCheckFilled size={20} aria-hidden /> Nothing missing for the next step.
      </p>
    );
  return (
    <>
      {missing.length > 0 && (
        <ul className={classes.list}>
          {missing.map((gap) => (
            <li key={`${gap.section} ${gap.field}`}>{row(gap.label, gap)}</li>
          ))}
        </ul>
      )}
      {open.length > 0 && (
        <>
          <h3 id={heading} className={classes.group}>
            Before the case is complete
          </h3>
          <ul className={classes.list} aria-labelledby={heading} data-open>
            {open.map((one) => (
              <li key={one.id}>{row(one.label, one)}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
};
