import { useEffect, useRef } from 'react';
import { CallLink } from './call-link.tsx';
import { deviceName } from './form/saved-line.tsx';
import { type Home, homePhone } from './funeral-home.ts';
import { type Step, stepHref } from './steps.ts';

interface LaterPageProps {
  home: Home;
  goOnWith: Step;
  onForget: () => void;
}

/** A pause: where the answers are, for how long, and how to go on or to have them removed. */
export function LaterPage({ home, goOnWith, onForget }: LaterPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const device = deviceName();
  const phone = homePhone(home);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <h1 ref={heading} tabIndex={-1}>
        Your answers are saved
      </h1>
      <p className="lede">Go on whenever you are ready. You may close this page.</p>
      <ul className="ticks block">
        <li>
          They stay on this {device} for seven days. Open this page again on the same {device} to go on.
        </li>
        <li>The Social Security Number is never saved: you would type it again.</li>
        <li>Nothing has been sent yet.</li>
      </ul>
      <div className="actions block">
        <a className="button button-primary" href={stepHref(goOnWith)}>
          Go on now
        </a>
        {phone && <CallLink phone={phone}>Tell us by telephone instead</CallLink>}
        <button type="button" className="button button-quiet" onClick={onForget}>
          Remove my answers from this {device}
        </button>
      </div>
    </main>
  );
}
