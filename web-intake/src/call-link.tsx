import type { ReactNode } from 'react';
import { PhoneIcon } from './icons.tsx';
import { telHref } from './tel-href.ts';

/** A telephone number that is one tap away. */
export function CallLink({ phone, children, className }: { phone: string; children: ReactNode; className?: string }) {
  return (
    <a className={className ?? 'button button-secondary call-button'} href={telHref(phone)}>
      <PhoneIcon />
      <span>{children}</span>
    </a>
  );
}
