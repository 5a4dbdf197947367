import { createHash } from 'node:crypto';
import { v5 as uuid } from 'uuid';
import { unambiguousAlphabet } from '#domain/families/family-code.ts';

const namespace = '6f1c1d52-6d0a-4a53-9a3e-1f6b8e7c2d90';

type Kind =
  | 'customer'
  | 'organization'
  | 'home'
  | 'profile'
  | 'submission'
  | 'first-call'
  | 'case'
  | 'price-list'
  | 'payment'
  | 'assignment'
  | 'permit'
  | 'statement';

/** The id of a demonstration record, the same at every seeding: tests may name a record by it. */
export const demoId = (kind: Kind, name: string): string => uuid(`${kind} ${name}`, namespace);

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The reference of a demonstration submission, such as `R-7K3M-9QTX`. */
export const demoReference = (name: string): string => {
  const bytes = [...digest(`reference ${name}`).subarray(0, 8)];
  const drawn = bytes.map((byte) => unambiguousAlphabet[byte % unambiguousAlphabet.length]).join('');
  return `R-${drawn.slice(0, 4)}-${drawn.slice(4)}`;
};

/** The secret with which the family of a demonstration submission asks for its status. */
export const demoStatusToken = (name: string): string => digest(`status token ${name}`).toString('base64url');
