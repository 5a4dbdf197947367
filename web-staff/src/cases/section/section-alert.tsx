import { Notice } from '../../ui/feedback/notice.tsx';
import type { SectionGap } from '../parts/section-summary.ts';
import classes from './section.module.css';

interface SectionAlertProps {
  gaps: readonly SectionGap[];
  /** Goes to a field; undefined where nobody may fill it. */
  onJump?: ((gap: SectionGap) => void) | undefined;
}

const headings = {
  now: 'Missing Required Fields:',
  active: 'Missing for Active:',
  completed: 'Missing for Completed:',
};

const whenOf = ({ before }: SectionGap): keyof typeof headings => before ?? 'now';

/** What a section lacks, each the way to its field: for the present status (D2 §2), and apart from it for the next. */
export const SectionAlert = ({ gaps, onJump }: SectionAlertProps) =>
  [...Map.groupBy(gaps, whenOf)].map(([when, some]) => (
    <div className={classes.alert} key={when}>
      <Notice tone={when === 'now' ? 'warning' : 'info'} title={headings[when]}>
        <ul className={classes.gaps}>
          {some.map((gap) => (
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
  ));
