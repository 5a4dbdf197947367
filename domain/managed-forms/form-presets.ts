import type { FormKind } from './form-kinds.ts';
import type { FormQuestion } from './form-questions.ts';

interface Beginning {
  readonly title: string;
  readonly questions: readonly (FormQuestion & { spanish: NonNullable<FormQuestion['spanish']> })[];
  /** Null if the form begins without a text of its own. */
  readonly spanish: string | null;
}

const text = { kind: 'text', help: '', required: false, options: [] } as const;
const choice = { kind: 'choice', help: '', required: false } as const;

/** The first draft of a new form; the home can change all of it. A report of a death has the title of D1 §2. */
export const formBeginnings: Readonly<Record<FormKind, Beginning>> = {
  at_need: { title: 'Report a Death', questions: [], spanish: null },
  pre_need: {
    title: 'Plan Ahead',
    spanish: 'Planificar con anticipación',
    questions: [
      {
        ...choice,
        id: 'q_for_whom',
        label: 'Who are you planning for?',
        options: ['Myself', 'My spouse or partner', 'A parent', 'Someone else'],
        spanish: {
          label: '¿Para quién desea hacer los preparativos?',
          help: '',
          options: ['Para mí', 'Para mi cónyuge o pareja', 'Para mi padre o mi madre', 'Para otra persona'],
        },
      },
      {
        ...choice,
        id: 'q_wish',
        label: 'Are you considering burial or cremation?',
        options: ['Burial', 'Cremation', 'Not decided'],
        spanish: {
          label: '¿Piensa en un entierro o en una cremación?',
          help: '',
          options: ['Entierro', 'Cremación', 'Sin decidir'],
        },
      },
    ],
  },
  obituary: {
    title: 'Details for the Obituary',
    spanish: 'Datos para el obituario',
    questions: [
      {
        ...text,
        id: 'q_words',
        label: 'What would you like to say about your loved one?',
        help: 'A few lines are enough. We will help with the rest.',
        spanish: {
          label: '¿Qué le gustaría que se dijera de su ser querido?',
          help: 'Bastan unas líneas. Le ayudaremos con lo demás.',
          options: [],
        },
      },
      {
        ...text,
        id: 'q_survivors',
        label: 'Who is your loved one survived by?',
        spanish: { label: '¿A quiénes deja su ser querido?', help: '', options: [] },
      },
      {
        ...text,
        id: 'q_gifts',
        label: 'Would the family like memorial gifts to go to a charity?',
        spanish: {
          label: '¿La familia desea que los donativos en su memoria vayan a una obra de caridad?',
          help: '',
          options: [],
        },
      },
    ],
  },
};
