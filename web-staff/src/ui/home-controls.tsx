import type { DrawField } from '#web-kit/field-control.tsx';
import { CountedTextInput } from './counted-text-input.tsx';
import { NotificationInput } from './notification-input.tsx';
import { SwitchInput } from './switch-input.tsx';
import { TimeZoneInput } from './time-zone-input.tsx';

/** The controls of a home's fields that ask for more than their kind says. */
export const homeControls: Readonly<Record<string, DrawField>> = {
  time_zone: (props) => <TimeZoneInput {...props} />,
  notification_emails: (props) => <NotificationInput {...props} />,
  condolence_message: (props) => <CountedTextInput {...props} />,
  include_territories: (props) => <SwitchInput {...props} />,
};
