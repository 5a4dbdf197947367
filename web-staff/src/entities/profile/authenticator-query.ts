import { queryOptions } from '@tanstack/react-query';
import { authenticator } from '../../session/authenticator.ts';

/** Whether one's own sign-in asks for a code. */
export const authenticatorQuery = queryOptions({ queryKey: ['authenticator'], queryFn: () => authenticator.isOn() });
