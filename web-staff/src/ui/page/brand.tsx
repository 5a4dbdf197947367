import classes from './brand.module.css';

export const Brand = () => (
  <span className={classes.brand}>
    <svg width="28" height="20" viewBox="0 0 28 20" fill="none" aria-hidden="true">
      <path
        d="M1 6c4.3 0 4.3-4 8.7-4S14 6 18.4 6 22.7 2 27 2"
        stroke="var(--brand-line)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path
        d="M1 16c4.3 0 4.3-4 8.7-4s4.3 4 8.7 4 4.3-4 8.6-4"
        stroke="var(--mantine-color-white)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
    Stillwater
  </span>
);
