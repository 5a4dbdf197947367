import { t } from './language.ts';

const firstNameOf = (name: string) => name.split(' ')[0] ?? '';

export const reviewWords = {
  forInformant: (name: string) => t('For {0}, informant', name),
  title: (name: string | null) =>
    name ? t('Information for {0}’s death certificate', firstNameOf(name)) : t('Information for the death certificate'),
  intro:
    'Please check each line exactly as it will be printed. A mistake takes a minute to fix now and can take weeks to fix later. The doctor enters the cause of death. The Social Security Number is not shown here.',
  changedSince: 'Some lines changed after you confirmed them. They are marked below. Please confirm again.',
  changedNow:
    'The funeral home changed a line while you were reading. Your corrections are still here. Please check the lines again.',
  change: 'Change',
  add: 'Add',
  undo: 'Undo',
  keep: 'Save correction',
  cancel: 'Cancel',
  corrected: 'corrected',
  changed: 'changed',
  was: 'was',
  isNow: 'is now',
  notGiven: 'Not given',
  missingTitle: 'Still missing',
  missingText: 'If you know any of these, please add them. It is fine to leave the rest blank.',
  counted: (corrected: number, all: number) =>
    corrected === 0 ? t('No corrections so far') : t('{0} of {1} lines corrected', corrected, all),
  takeOver: 'We will make these corrections and tell you if the county needs proof.',
  yourName: 'Your name',
  agree: (name: string) =>
    `${name ? `${t('I am {0}.', name)} ` : ''}${t('I have checked each line. To the best of my knowledge, it is correct.')}`,
  agreeFirst: 'Please enter your name and check the box.',
  confirm: 'Confirm this information',
  sending: 'Sending…',
  wrong: 'Please check the marked lines.',
  failed: 'We could not send your confirmation. Please check your connection and try again.',
  notSure: 'Not sure? Call us',
  lockedTitle: 'Confirmed and locked',
  lockedBy: (name: string, at: string) => t('By {0}, on {1}.', name, at),
  lockedText:
    'If you notice a mistake, call us. If we change a line, we will ask you to confirm it again before we file the certificate.',
  correctedByYou: 'corrected by you',
  print: 'Print my confirmation',
  back: 'Back to status',
  todo: 'Review the death certificate information',
  todoText: 'About 5 minutes',
  read: 'View what you confirmed',
} as const;
