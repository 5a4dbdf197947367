import type { MissingField } from '#domain/forms/completeness.ts';
import { Notice } from '../../../ui/feedback/notice.tsx';
import classes from './section.module.css';

interface SectionAlertProps {
  gaps: readonly MissingField[];
  /** Goes to a field; undefined where nobody may fill it. */
  onJump?: ((gap: MissingField) => void) | undefined;
}

/** What a section lacks, each the way to its field (D2 §2). */
export const SectionAlert = ({ gaps, onJump }: SectionAlertProps) =>
  gaps.length > 0 && (
    <div className={classes.alert}>
      <Notice tone="warning" title="Missing Required Fields:">
        <ul className={classes.gaps}>
          {gaps.map((gap) => (
            <li key={`${gap.field} ${gap.label}`}>
              {onJump ? (
                <button type="button" className={classes.jump} title={gap.message} onClick={() => onJump(gap)}>
                  {gap.label}
                </button>
              ) : (
                gap.label
              )}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
