import type { FamilyNeed, FamilyStep } from '#domain/families/family-page.schema.ts';

/** What a step is called, what the first line says of it, and what happens in it; `asking`, where something is needed from them. */
export const stepWords: Record<FamilyStep, { title: string; says: string; asking?: string; text: string }> = {
  received: {
    title: 'Received',
    says: 'Your information has arrived.',
    text: 'A funeral director will contact you within 30 minutes during business hours.',
  },
  contacted: {
    title: 'Contacted',
    says: 'The funeral home has been in touch with you and is preparing the next steps.',
    text: 'We talk with you about what comes next.',
  },
  arrangements: {
    title: 'Arrangements',
    says: 'The funeral home is making the arrangements with you.',
    text: 'We make the arrangements with you.',
  },
  doctor: {
    title: 'Certificate with the doctor',
    says: 'The death certificate is with the doctor. There is nothing you need to do.',
    asking: 'The death certificate is with the doctor.',
    text: 'The doctor fills in the medical part. Most take 2 to 5 days.',
  },
  county: {
    title: 'At the county',
    says: 'The death certificate is with the county. There is nothing you need to do.',
    asking: 'The death certificate is with the county.',
    text: 'The county registers it and prints certified copies.',
  },
  ready: {
    title: 'Ready',
    says: 'The death certificate is ready.',
    text: 'We call you. Pick the copies up, or we mail them.',
  },
};

export const needWords: Record<FamilyNeed, { title: string; text: string }> = {
  ssn: {
    title: 'The Social Security Number',
    text: 'Tell us by phone or bring it along. Please do not send it by email.',
  },
  discharge_paper: {
    title: 'Military discharge paper (DD-214)',
    text: 'If you have it. We can also ask for a copy.',
  },
  photograph: { title: 'A photograph', text: 'For the service and the obituary. We give it back to you.' },
  clothing: { title: 'Clothing', text: 'What you would like to see worn.' },
  obituary_words: { title: 'Words for the obituary', text: 'A few lines are enough. We help with the rest.' },
  signatures: { title: 'Your signature', text: 'In the mail that asks for it, or here with us.' },
  call: { title: 'A call from you', text: 'We have a question.' },
};
