import type { Faults } from './faults.ts';
import type { Store } from './store.ts';

/** Takes the mails that DocuSeal sends to those who are to sign. */
export type Mail = (mail: { to: string; subject: string; text: string }) => Promise<void>;

/** What the parts of the sandbox share. */
export interface Sandbox {
  store: Store;
  now: () => Date;
  faults: Faults;
  /** Its own address, which signing pages and files have; without a trailing slash. */
  url: string;
  /** Signs the addresses of files. */
  fileSecret: string;
  /** How long such an address holds. */
  fileSeconds: number;
  /** Puts an announcement into line, of now unless stated. */
  announce(
    event: string,
    submission: { id: number; account: string },
    more?: { submitterId?: number; at?: Date },
  ): void;
  mail: Mail;
}
