import type { ReactNode } from 'react';
import type { Language } from '#domain/shared/values/language.ts';
import { telHref } from '#domain/shared/values/phone.ts';
import { type Home, homePhone } from './calls.ts';
import { changeLanguage, languageHref, t, useLanguage } from './language.ts';

export function Check() {
  return (
    <svg className="icon-check" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M3 8.5l3.4 3.4L13 4.8" fill="none" stroke="currentColor" strokeWidth="2.2" />
    </svg>
  );
}

function PhoneIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
      <path d="M6.6 10.8a15 15 0 0 0 6.6 6.6l2.2-2.2a1 1 0 0 1 1-.25 11.4 11.4 0 0 0 3.6.57 1 1 0 0 1 1 1V20a1 1 0 0 1-1 1A17 17 0 0 1 3 4a1 1 0 0 1 1-1h3.5a1 1 0 0 1 1 1c0 1.25.2 2.45.57 3.57a1 1 0 0 1-.25 1z" />
    </svg>
  );
}

export function ExpandIcon() {
  return (
    <svg className="icon-unfold" width="14" height="9" viewBox="0 0 14 9" aria-hidden="true">
      <path d="M1 1.5l6 6 6-6" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

export function MissingIcon() {
  return (
    <svg className="icon-missing" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="7.5" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="3.2 2.4" />
    </svg>
  );
}

export function ErrorIcon() {
  return (
    <svg className="icon-wrong" width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <circle cx="9" cy="9" r="9" fill="currentColor" />
      <path d="M9 4.5v5.6M9 12.2v1.6" className="icon-mark" strokeWidth="2" />
    </svg>
  );
}

export function CallLink({ phone, children, className }: { phone: string; children: ReactNode; className?: string }) {
  return (
    <a className={className ?? 'button button-secondary call-button'} href={telHref(phone)}>
      <PhoneIcon />
      <span>{children}</span>
    </a>
  );
}

const names: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Without scripts it is a link to the other page. */
export function LanguageSwitch() {
  const otherLanguage: Language = useLanguage() === 'en' ? 'es' : 'en';
  return (
    <a
      className="language"
      href={languageHref(otherLanguage)}
      lang={otherLanguage}
      hrefLang={otherLanguage}
      onClick={(event) => {
        event.preventDefault();
        void changeLanguage(otherLanguage);
      }}
    >
      {names[otherLanguage]}
    </a>
  );
}

export function PageFoot() {
  return (
    <footer className="page-foot print-never">
      <LanguageSwitch />
    </footer>
  );
}

/** The emergency banner with the number to call, logo and name (D1 §2). */
export function StartHeader({ home }: { home: Home }) {
  const phone = homePhone(home);
  return (
    <header>
      <p className="night">
        {phone ? (
          <>
            <span>{t(home?.emergency_phone ? 'Available 24/7:' : 'Call us:')}</span>{' '}
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

export function PageHeader({ home }: { home: Home }) {
  const phone = homePhone(home);
  return (
    <header className="head">
      <Logo home={home} />
      <HomeName home={home} />
      {phone && (
        <CallLink phone={phone} className="call">
          <span className="hidden-text">{t(home?.emergency_phone ? 'Call us 24/7:' : 'Call us:')} </span>
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
