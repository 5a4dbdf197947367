import classes from './progress-bar.module.css';

interface ProgressBarProps {
  label: string;
  percent: number;
}

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
