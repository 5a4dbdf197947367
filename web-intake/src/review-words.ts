import { t } from './language.ts';

const firstNameOf = (name: string) => name.split(' ')[0] ?? '';

export const reviewWords = {
  forInformant: (name: string) => t('For {0}, informant', name),
  title: (name: string | null) =>
    name ? t('The facts for {0}’s death certificate', firstNameOf(name)) : t('The facts for the death certificate'),
  intro:
    'Please read each line as it will be printed. A wrong letter found now takes a minute; found later, it can take weeks. The doctor writes the cause of death, and the Social Security Number is not shown here.',
  changedSince: 'Some lines have changed since you confirmed them. They are marked. Please confirm once more.',
  changedNow:
    'The funeral home has changed a line while you were reading. What you corrected is still here. Please read the lines once more.',
  change: 'Change',
  add: 'Add',
  undo: 'Undo',
  keep: 'Use this',
  cancel: 'Leave as it was',
  corrected: 'corrected',
  changed: 'changed',
  was: 'was',
  isNow: 'is now',
  notGiven: 'Not given',
  missingTitle: 'What we do not have yet',
  missingText: 'If you know one of these, add it. What nobody knows can stay as it is.',
  counted: (corrected: number, all: number) =>
    corrected === 0 ? t('You corrected nothing so far') : t('You corrected {0} of {1} lines', corrected, all),
  takeOver: 'We take them over and tell you if the county asks for proof.',
  yourName: 'Your name',
  agree: (name: string) =>
    `${name ? `${t('I am {0}.', name)} ` : ''}${t('I have read each line, and it is right as far as I know.')}`,
  agreeFirst: 'Please enter your name, and say that you have read each line.',
  confirm: 'Confirm these facts',
  sending: 'Sending…',
  wrong: 'Please look at the marked lines once more.',
  failed: 'The facts could not be sent. Please check your connection and try again.',
  notSure: 'I am not sure: call us',
  lockedTitle: 'Confirmed and locked',
  lockedBy: (name: string, at: string) => t('By {0}, on {1}.', name, at),
  lockedText:
    'Found something after all? Call us. If a line has to change, we show you the change, and you confirm once more before it is filed.',
  correctedByYou: 'corrected by you',
  print: 'Print what I confirmed',
  back: 'Back to how things stand',
  todo: 'Read the facts for the certificate',
  todoText: 'About 5 minutes',
  read: 'See what was confirmed',
} as const;
