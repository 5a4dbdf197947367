import type { Language } from '#domain/shared/values/language.ts';

/** What is written to a family that goes on with its report later, in both languages. */
interface DraftWords {
  link: {
    subject: (home: string) => string;
    kept: (home: string) => string;
    how: readonly string[];
    unexpected: string;
  };
  code: {
    subject: (home: string) => string;
    code: (code: string) => string;
    until: (minutes: number) => string;
    unexpected: string;
  };
  call: (phone: string) => string;
}

const english: DraftWords = {
  link: {
    subject: (home) => `Go on with your report - ${home}`,
    kept: (home) => `Your answers to ${home} are kept. Nothing has been sent yet. To go on, on any device:`,
    how: [
      'When you open it, we mail you a code, so that nobody else can read your answers.',
      'The link works for seven days. The Social Security Number is never kept: you would type it again.',
    ],
    unexpected: 'If you did not ask for this mail, you do not need to do anything.',
  },
  code: {
    subject: (home) => `Your code - ${home}`,
    code: (code) => `Your code: ${code}`,
    until: (minutes) => `It opens your saved report for ${minutes} minutes. The newest code counts.`,
    unexpected: 'If you did not ask for a code, do not share it with anybody. Without it nobody sees your answers.',
  },
  call: (phone) => `If you would rather tell us by telephone, call ${phone}.`,
};

const spanish: DraftWords = {
  link: {
    subject: (home) => `Continúe su informe - ${home}`,
    kept: (home) =>
      `Sus respuestas para ${home} están guardadas. Todavía no se ha enviado nada. Para continuar, en cualquier dispositivo:`,
    how: [
      'Al abrirlo le enviaremos un código por correo, para que nadie más pueda leer sus respuestas.',
      'El enlace sirve durante siete días. El número de Seguro Social nunca se guarda: tendría que escribirlo de nuevo.',
    ],
    unexpected: 'Si usted no pidió este correo, no tiene que hacer nada.',
  },
  code: {
    subject: (home) => `Su código - ${home}`,
    code: (code) => `Su código: ${code}`,
    until: (minutes) => `Abre su informe guardado durante ${minutes} minutos. Vale el código más reciente.`,
    unexpected: 'Si usted no pidió un código, no lo comparta con nadie. Sin él nadie ve sus respuestas.',
  },
  call: (phone) => `Si prefiere decírnoslo por teléfono, llame al ${phone}.`,
};

export const draftEmailText: Readonly<Record<Language, DraftWords>> = { en: english, es: spanish };
