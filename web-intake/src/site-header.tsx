import type { Home } from './funeral-home.ts';
import { telHref } from './tel-href.ts';

/** Emergency banner, logo and name. Every part keeps its room while the home is being looked up. */
export function SiteHeader({ home }: { home: Home }) {
  const emergency = home?.emergency_phone ?? undefined;
  const phone = home?.phone ?? undefined;
  return (
    <header>
      <div className="emergency">
        {emergency ? (
          <p>
            We answer 24/7: <a href={telHref(emergency)}>{emergency}</a>
          </p>
        ) : (
          <p>You are not alone. We are here to help.</p>
        )}
      </div>
      <div className="site-header">
        <div className="logo">
          {home?.logo_url ? (
            <img src={home.logo_url} alt="" width="56" height="56" decoding="async" />
          ) : (
            <Monogram name={home?.name} />
          )}
        </div>
        <p className="home-name" aria-busy={!home}>
          {home?.name ?? 'Loading...'}
        </p>
        {phone && (
          <a className="call" href={telHref(phone)}>
            <span className="call-label">Call us</span> <span className="call-number">{phone}</span>
          </a>
        )}
      </div>
    </header>
  );
}

function Monogram({ name }: { name: string | undefined }) {
  return <span aria-hidden="true">{name?.[0] ?? ''}</span>;
}
