import { type PriorityRule, rightOfDisposition } from '#domain/cases/right-of-disposition/order-of-priority.ts';
import { dispositionMethods } from '#domain/shared/reference-data/disposition-methods.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { type AuthorizationRule, type agreements, authorizationRuleOf } from './authorization-rules.ts';
import { entriesOf, type SignedPaper } from './gate-entries.ts';
import type { GateFacts } from './gate-facts.ts';

export const signerStates = ['open', 'signed', 'declined', 'unreachable', 'withdrawn'] as const;
type SignerState = (typeof signerStates)[number];

/** A person who has the right to decide, with the latest answer. */
export interface Signer {
  readonly name: string;
  readonly relationship: string;
  readonly state: SignerState;
  /** An instant; null while open. */
  readonly at: string | null;
  readonly note: string;
  /** The envelope of the signature; null on paper. */
  readonly envelope_id: string | null;
  readonly name_on_paper: string;
}

export interface Authorization {
  readonly rule: AuthorizationRule;
  /** Code of the state of the authorization's rule; '' for the general one. */
  readonly state: string;
  readonly order: PriorityRule['source'];
  /** Whose turn it is by the order of priority; '' if no one on the case has the right. */
  readonly who: string;
  readonly agreement: (typeof agreements)[number];
  readonly signers: readonly Signer[];
  readonly needed: number;
  readonly signed: number;
  readonly isComplete: boolean;
}

/** Returns whether a signed paper is about this method; one without the method's name is about a cremation. */
const isAbout = ({ method }: Pick<SignedPaper, 'method'>, facts: GateFacts): boolean => {
  const label = dispositionMethods.find(({ value }) => value === facts.method)?.label ?? '';
  return method === '' ? facts.method === 'cremation' : method.toLowerCase() === label.toLowerCase();
};

type FamilyAnswer = Omit<Signer, 'name' | 'relationship'>;
const open: FamilyAnswer = { state: 'open', at: null, note: '', envelope_id: null, name_on_paper: '' };

/** Returns the latest answer of a person, signed in an envelope or recorded by staff. */
const answerOf = (name: string, facts: GateFacts): FamilyAnswer | 'excluded' => {
  const papers = facts.signatures
    .filter((paper) => paper.type === 'cremation_authorization' && isSameName(paper.name, name))
    .filter((paper) => isAbout(paper, facts))
    .flatMap(({ signed_at, declined_at, envelope_id, deceased_name }): FamilyAnswer[] => {
      const of = { note: '', envelope_id, name_on_paper: deceased_name };
      if (signed_at) return [{ ...of, state: 'signed', at: signed_at }];
      return declined_at ? [{ ...of, state: 'declined', at: declined_at }] : [{ ...open, envelope_id }];
    });
  const recorded = entriesOf(facts.entries, 'answer')
    .filter(({ person }) => isSameName(person, name))
    .filter(({ answer, method }) => answer !== 'signed' || (method ?? facts.method) === facts.method)
    .map(({ answer, note, name_on_paper, recorded_at: at }) => ({ answer, note, name_on_paper, at }));
  const latest = recorded.at(-1);
  const paper = papers.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '')).at(-1);
  if (latest?.answer === 'excluded') return 'excluded';
  if (!latest || (paper?.at && paper.at > latest.at)) return paper ?? open;
  const { answer, ...signature } = latest;
  return { ...signature, state: answer, envelope_id: paper?.envelope_id ?? null };
};

const numberNeeded = (agreement: Authorization['agreement'], reachable: number): number =>
  agreement === 'one' ? 1 : agreement === 'all' ? Math.max(1, reachable) : Math.floor(reachable / 2) + 1;

/**
 * Returns who must authorize the disposition by the law of the state of death, and who has. People without the right
 * are left out, so that the next rank follows. Those who cannot be reached are not needed.
 */
export function authorizationOf(facts: GateFacts): Authorization {
  const { state, homeState } = facts.deadlines;
  const law = state || homeState;
  const answered = facts.family.map((person) => ({ ...person, response: answerOf(person.name, facts) }));
  const entitled = answered.filter(({ response }) => response !== 'excluded');
  const { first, source } = rightOfDisposition(law, entitled);
  const own = authorizationRuleOf(law);
  const signers = entitled
    .filter(({ relationship }) => first?.relationships.includes(relationship))
    .map(({ name, relationship, response }) => ({
      name,
      relationship,
      ...(response === 'excluded' ? open : response),
    }));
  const agreement = first?.several ? 'majority' : own.rule.several;
  const count = (...states: SignerState[]): number => signers.filter((one) => states.includes(one.state)).length;
  const [signed, against] = [count('signed'), count('declined', 'withdrawn')];
  const needed = numberNeeded(agreement, signers.length - count('unreachable'));
  // Only a majority may decide against the others.
  const isComplete = signers.length > 0 && signed >= needed && (agreement === 'majority' || against === 0);
  return { ...own, order: source, who: first?.who ?? '', agreement, signers, needed, signed, isComplete };
}
