import { Button } from '@mantine/core';
import { IconMail, IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatPhone, telHref } from '#domain/shared/values/phone.ts';
import classes from './person-card.module.css';

interface PersonCardProps {
  /** Relation of the person to the record: 'Daughter · primary contact'. */
  relation?: ReactNode;
  name: ReactNode;
  phone?: string | null | undefined;
  email?: string | null | undefined;
  address?: string | undefined;
  note?: ReactNode;
  /** True if calling is the next step. */
  primary?: boolean;
  actions?: ReactNode;
}

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

export const PersonCard = ({ relation, name, phone, email, address, note, primary, actions }: PersonCardProps) => (
  <div className={classes.card}>
    {relation && <div className={classes.relation}>{relation}</div>}
    <div className={classes.name}>{name}</div>
    {address && <div className={classes.dim}>{address}</div>}
    {note && <div className={classes.dim}>{note}</div>}
    {(phone || email || actions) && (
      <div className={classes.actions}>
        {phone && (
          <Button
            component="a"
            href={telHref(phone)}
            variant={primary ? 'filled' : 'default'}
            leftSection={<IconPhone {...icon} />}
          >
            {formatPhone(phone)}
          </Button>
        )}
        {email && (
          <Button
            component="a"
            href={`mailto:${encodeURI(email)}`}
            variant="default"
            aria-label={`Email ${email}`}
            title={email}
            leftSection={<IconMail {...icon} />}
          >
            Email
          </Button>
        )}
        {actions}
      </div>
    )}
  </div>
);
