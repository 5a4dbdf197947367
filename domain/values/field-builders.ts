// Where importers found the builders before the engine had a folder of its own.
export { fieldBuilders } from '#domain/forms/field-builders.ts';
