export type NextStep =
  | { step: 'done' }
  | { step: 'new-password' }
  | { step: 'authenticator' }
  | { step: 'authenticator-setup'; secret: string }
  | { step: 'reset-password' }
  | { step: 'unsupported' };
