import { useEffect, useRef, useState } from 'react';
import { formatPhone } from '#domain/values/phone.ts';
import { CallLink } from './call-link.tsx';
import type { Receipt } from './draft.ts';
import { fieldNotKnown } from './form/field-data.ts';
import type { FormSnapshot } from './form/form-store.ts';
import { type FormSection, labelOf, sectionsOf } from './form/gaps.ts';
import { ReadBack } from './form/read-back.tsx';
import { type Told, toldIn } from './form/told.ts';
import { type Home, homePhone } from './funeral-home.ts';
import { Check } from './icons.tsx';
import { statusPath } from './page-address.ts';
import { PageHeader } from './site-header.tsx';

/** What the page still knows of a report right after it was sent: to be read and printed, never stored. */
export interface Keepsake {
  about: FormSnapshot['about'];
  firstName: string;
  phone: string;
  sentAt: Date;
  ssnFollows: boolean;
  notKnown: readonly string[];
  sections: readonly FormSection[];
  told: Told;
}

export const keepsakeOf = (snapshot: FormSnapshot, sentAt: Date): Keepsake => {
  const { values, report, about } = snapshot;
  const sections = sectionsOf(snapshot);
  const notKnown = sections.flatMap(({ fields }) => fields.filter((field) => fieldNotKnown(field, snapshot)));
  return {
    about,
    firstName: snapshot.notKnown.has('deceased_first_name') && about === 'baby' ? '' : values.deceased_first_name,
    phone: formatPhone(values.submitter_phone),
    sentAt,
    ssnFollows: report.ssn_to_follow === true,
    notKnown: notKnown
      .filter(({ unknown }) => unknown !== undefined)
      .map((field) =>
        labelOf(field, snapshot)
          .replace(/ \(.*\)$/, '')
          .toLowerCase(),
      ),
    sections,
    told: toldIn(snapshot),
  };
};

interface ThankYouProps {
  receipt: Receipt;
  keepsake: Keepsake | undefined;
  home: Home;
  onAnother: () => void;
}

/** The success screen of D1 §2, with what the family may want to keep. */
export function ThankYou({ receipt, keepsake, home, onAnother }: ThankYouProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const path = statusPath(receipt.reference, receipt.statusToken);
  const phone = homePhone(home);
  const aboutWhom = keepsake?.firstName || (keepsake?.about === 'baby' ? 'your baby' : '');
  return (
    <>
      <PageHeader home={home} />
      <p className="received" role="status">
        <Check />
        <span>Thank you. We have received your information and will contact you shortly.</span>
      </p>
      <main className="page" id="main" tabIndex={-1}>
        <h1 ref={heading} tabIndex={-1}>
          Thank You
        </h1>
        <p className="lede">
          {aboutWhom ? `Your report about ${aboutWhom} is with us.` : 'Your report is with us.'} We are sorry for your
          loss.
        </p>
        <section className="block">
          <h2>What happens next</h2>
          <NextSteps keepsake={keepsake} />
          {phone && (
            <CallLink phone={phone} className="button button-primary call-button">
              Call us now: {phone}
            </CallLink>
          )}
        </section>
        <section className="panel block">
          <h2>To see how things stand</h2>
          <p>
            Your reference <strong className="reference">{receipt.reference}</strong>
          </p>
          <p className="small">Share this link only with people who may see how things stand.</p>
          <a className="button button-secondary" href={path}>
            See how your report stands
          </a>
          <CopyLink path={path} />
        </section>
        {keepsake && (keepsake.ssnFollows || keepsake.notKnown.length > 0) && <StillToCome keepsake={keepsake} />}
        <div className="actions block">
          {keepsake && (
            <button type="button" className="button button-secondary" onClick={() => window.print()}>
              Print what I sent
            </button>
          )}
          <button type="button" className="button button-quiet" onClick={onAnother}>
            Start another report
          </button>
        </div>
        {keepsake && (
          <div className="print-only">
            <ReadBack sections={keepsake.sections} told={keepsake.told} about={keepsake.about} />
          </div>
        )}
      </main>
    </>
  );
}

function NextSteps({ keepsake }: { keepsake: Keepsake | undefined }) {
  const sent = keepsake?.sentAt.toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'short' });
  return (
    <ol className="steps">
      <li className="step-done">
        <span className="dot" aria-hidden="true">
          <Check />
        </span>
        <div>
          <b>We have your report</b>
          {sent && <span className="when">{sent}</span>}
        </div>
      </li>
      <li className="step-now" aria-current="step">
        <span className="dot" aria-hidden="true" />
        <div>
          <b>A funeral director contacts you</b>
          {keepsake?.phone && <span className="when">At {keepsake.phone}</span>}
          <p>Within 30 minutes during business hours. If you cannot wait, please call us.</p>
        </div>
      </li>
      <li>
        <span className="dot" aria-hidden="true">
          3
        </span>
        <div>
          <b>We guide you through the process</b>
          <p>We explain each decision and take care of the paperwork with you.</p>
        </div>
      </li>
      <li>
        <span className="dot" aria-hidden="true">
          4
        </span>
        <div>
          <b>We support you</b>
          <p>Before, during and after the service.</p>
        </div>
      </li>
    </ol>
  );
}

function StillToCome({ keepsake: { ssnFollows, notKnown } }: { keepsake: Keepsake }) {
  return (
    <section className="panel panel-tint block">
      <h2>Still to come from you</h2>
      {ssnFollows && (
        <p>The Social Security Number, when you find it. Tell us by phone or bring it along; please do not email it.</p>
      )}
      {notKnown.length > 0 && <p>What you do not know ({notKnown.join(', ')}): leave that to us for now.</p>}
    </section>
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
      <button
        type="button"
        className="button button-secondary"
        onClick={() => void copy().catch(() => setCopied(false))}
      >
        {copied ? 'Link copied' : 'Copy the link'}
      </button>
      <span className="hidden-text" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </p>
  );
}
