import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import classes from './signed-out-layout.module.css';

export const SignedOutLayout = ({ children, wide = false }: { children: ReactNode; wide?: boolean }) => (
  <div className={classes.page}>
    <header className={classes.aside}>
      <Brand />
      <p className={classes.text}>Every family, every case, every detail in one calm place.</p>
      <p className={classes.small}>For funeral home staff.</p>
    </header>
    <main className={classes.main}>
      <div className={wide ? classes.wide : classes.form}>{children}</div>
    </main>
  </div>
);
