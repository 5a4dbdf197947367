import { CallLink } from './call-link.tsx';
import { type Home, homePhone } from './funeral-home.ts';
import { t } from './language.ts';
import { LanguageSwitch } from './language-switch.tsx';

/** The head of the first page: emergency banner with the one number to call, logo and name (D1 §2). */
export function StartHeader({ home }: { home: Home }) {
  const phone = homePhone(home);
  return (
    <header>
      <p className="night">
        {phone ? (
          <>
            <span>{t(home?.emergency_phone ? 'We answer 24/7:' : 'Call us:')}</span>{' '}
            <CallLink phone={phone} className="night-call">
              {phone}
            </CallLink>
          </>
        ) : (
          <span>{t('You are not alone. We are here to help.')}</span>
        )}
      </p>
      <div className="brand">
        <Logo home={home} />
        <HomeName home={home} />
        <LanguageSwitch />
      </div>
    </header>
  );
}

/** The head of every other page: small, and the number still one tap away. */
export function PageHeader({ home }: { home: Home }) {
  const phone = homePhone(home);
  return (
    <header className="head">
      <Logo home={home} />
      <HomeName home={home} />
      {phone && (
        <CallLink phone={phone} className="call">
          <span className="hidden-text">{t(home?.emergency_phone ? 'Call us at any hour:' : 'Call us:')} </span>
          {phone}
        </CallLink>
      )}
    </header>
  );
}

function HomeName({ home }: { home: Home }) {
  return (
    <p className="home-name" aria-busy={!home}>
      {home?.name ?? t('Loading...')}
    </p>
  );
}

function Logo({ home }: { home: Home }) {
  return (
    <div className="logo">
      {home?.logo_url ? (
        <img src={home.logo_url} alt="" width="56" height="56" decoding="async" />
      ) : (
        <span aria-hidden="true">{home?.name[0] ?? ''}</span>
      )}
    </div>
  );
}
