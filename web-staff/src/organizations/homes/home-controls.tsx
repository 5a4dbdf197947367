import { CountedTextInput } from '../../ui/fields/counted-text-input.tsx';
import type { DrawField } from '../../ui/fields/field-control.tsx';
import { SwitchInput } from '../../ui/fields/switch-input.tsx';
import { TimeZoneInput } from '../../ui/fields/time-zone-input.tsx';
import { NotificationInput } from './notification-input.tsx';

/** The controls of a home's fields that ask for more than their kind says. */
export const homeControls: Readonly<Record<string, DrawField>> = {
  time_zone: (props) => <TimeZoneInput {...props} />,
  notification_emails: (props) => <NotificationInput {...props} />,
  condolence_message: (props) => <CountedTextInput {...props} />,
  include_territories: (props) => <SwitchInput {...props} />,
};
