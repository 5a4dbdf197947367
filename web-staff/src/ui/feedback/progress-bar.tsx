import classes from './progress-bar.module.css';

interface ProgressBarProps {
  /** What is done by so much. */
  label: string;
  percent: number;
}

/** How far something is, as a bar with its figure; all of it is green. */
export const ProgressBar = ({ label, percent }: ProgressBarProps) => (
  <div className={classes.progress}>
    <div
      className={classes.track}
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <div className={classes.fill} data-done={percent === 100 || undefined} style={{ width: `${percent}%` }} />
    </div>
    {percent}%
  </div>
);
