import { useEffect, useRef, useState } from 'react';
import type { Receipt } from './draft.ts';
import type { Home } from './funeral-home.ts';
import { statusPath } from './page-address.ts';
import { telHref } from './tel-href.ts';

/** The success screen of D1 §2, with what the family may want to keep. */
export function ThankYou({ receipt, home, onAnother }: { receipt: Receipt; home: Home; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const path = statusPath(receipt.reference, receipt.statusToken);
  const phone = home?.phone ?? home?.emergency_phone ?? undefined;
  return (
    <main className="page page-short" id="main">
      <h1 ref={heading} tabIndex={-1}>
        Thank You
      </h1>
      <p className="lead">We have received your information. We are sorry for your loss.</p>
      <h2>What happens next</h2>
      <ol className="next-steps">
        <li>
          <strong>A funeral director contacts you.</strong> You will hear from us within 30 minutes during business
          hours.
        </li>
        <li>
          <strong>We guide you through the process.</strong> We explain each decision and take care of the paperwork
          with you.
        </li>
        <li>
          <strong>We support you.</strong> We are here for you and your family before, during and after the service.
        </li>
      </ol>
      <div className="receipt">
        <p>
          Your reference <strong className="reference">{receipt.reference}</strong>
        </p>
        <p>
          <a href={path}>See how your report stands</a>. Keep this link if you would like to come back to it.
        </p>
        <CopyLink path={path} />
      </div>
      {phone && (
        <p>
          Do you need us sooner? Please call <a href={telHref(phone)}>{phone}</a>.
        </p>
      )}
      <button type="button" className="button-quiet" onClick={onAnother}>
        Report another death
      </button>
    </main>
  );
}

function CopyLink({ path }: { path: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(path, window.location.href).href);
    setCopied(true);
  };
  return (
    <p>
      <button type="button" className="button-secondary" onClick={() => void copy().catch(() => setCopied(false))}>
        Copy the link
      </button>{' '}
      <span role="status">{copied ? 'Copied' : ''}</span>
    </p>
  );
}
