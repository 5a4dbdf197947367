export const signatureKeys = {
  all: ['signatures'],
  list: (query: object) => ['signatures', 'list', query],
  one: (id: string) => ['signatures', 'one', id],
  ofCase: (caseId: string) => ['signatures', 'case', caseId],
  choices: (caseId: string) => ['signatures', 'choices', caseId],
  preview: (body: object) => ['signatures', 'preview', body],
  templates: ['signatures', 'templates'],
  fields: (id: string, caseId: string) => ['signatures', 'fields', id, caseId],
  sources: ['signatures', 'sources'],
} as const;
