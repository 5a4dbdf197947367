import { primarySource, type RuleSource, secondarySource } from '#domain/deadlines/rule-builders.ts';

/** Statements of an authorization in the order of the paper. */
export const statements = {
  right:
    'I have the legal right to control the final disposition of the person named below, or act for everyone who has it.',
  no_objection:
    'I have tried to reach everyone with an equal or superior right, and I do not know of anyone who objects.',
  identity: 'The remains have been identified as those of the person named below, or I waive an identification.',
  method:
    'I authorize the funeral home to arrange the method of disposition named below and to act for me with the crematory. It cannot be undone.',
  implants:
    'I have told the funeral home about every pacemaker, implant and other device I know of. It may have them removed.',
  infection: 'I have told the funeral home about every infectious disease I know of.',
  valuables: 'I have taken, or listed below, the personal effects that must be returned. Anything else is destroyed.',
  ashes: 'I have stated below who receives the cremated remains and what happens if no one collects them.',
  viewing: 'I have told the funeral home whether a viewing or a service comes first, and when.',
  accuracy: 'What I state here is true. I answer for damage if it is not.',
} as const;
type Statement = keyof typeof statements;

/** Who signs when several people have the same right. */
export const agreements = ['one', 'majority', 'all'] as const;
type Agreement = (typeof agreements)[number];

/** Requirements of an authorization for cremation in a state. */
export interface AuthorizationRule {
  /** If the order of priority asks for no majority. */
  readonly several: Exclude<Agreement, 'majority'>;
  readonly statements: readonly Statement[];
  /** Who may waive the waiting period; undefined if the law names no one. */
  readonly waiver?: string;
  /** Another paper that the crematory must have. */
  readonly also?: string;
  readonly source: RuleSource;
}

const attested = [
  'right',
  'no_objection',
  'identity',
  'method',
  'implants',
  'infection',
  'valuables',
  'ashes',
  'accuracy',
] as const;

export const authorizationRules: Readonly<Record<string, AuthorizationRule>> = {
  CA: {
    several: 'all',
    statements: attested,
    also: 'a signed declaration for the disposition of the cremated remains',
    source: secondarySource(
      'California Health and Safety Code 7110 and 7111; Business and Professions Code 7685.2 for the declaration',
    ),
  },
  FL: {
    several: 'one',
    statements: attested,
    also: 'a signed declaration of intent for the cremated remains',
    source: secondarySource('Florida Statutes 497.005(43) and 497.607'),
  },
  IL: {
    several: 'all',
    statements: [
      'right',
      'no_objection',
      'identity',
      'method',
      'implants',
      'infection',
      'valuables',
      'ashes',
      'viewing',
      'accuracy',
    ],
    also: 'a burial transit permit for a cremation',
    source: secondarySource('410 ILCS 18/20'),
  },
  NH: {
    several: 'all',
    statements: ['right', 'no_objection', 'method', 'infection', 'implants', 'ashes', 'accuracy'],
    also: 'a permit for transit or cremation and a delivery receipt',
    source: primarySource('N.H. Revised Statutes 325-A:22'),
  },
  TX: {
    several: 'all',
    statements: [
      'right',
      'no_objection',
      'identity',
      'method',
      'implants',
      'valuables',
      'ashes',
      'viewing',
      'accuracy',
    ],
    waiver: 'a justice of the peace or the medical examiner of the county of death, or a court order',
    also: 'a death certificate or another death record that permits the cremation',
    source: primarySource('Texas Health and Safety Code 716.051 and 716.052; 716.004 for the waiver'),
  },
  WI: {
    several: 'all',
    statements: attested,
    also: 'the cremation permit of the coroner or medical examiner',
    source: secondarySource('Wis. Stat. 979.10'),
  },
};

/** For states without a rule: the attestations of the cremation association, and everybody of the same rank. */
export const generalAuthorization: AuthorizationRule = {
  several: 'all',
  statements: attested,
  source: secondarySource('ICCFA, due diligence before cremation. Check state law before anyone signs'),
};

/** Returns the rule of a state; `state` is '' if it has none and the general list applies. */
export const authorizationRuleOf = (state: string): { rule: AuthorizationRule; state: string } => {
  const own = authorizationRules[state];
  return own ? { rule: own, state } : { rule: generalAuthorization, state: '' };
};
