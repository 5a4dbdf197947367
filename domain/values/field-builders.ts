// The staff site still finds the builders here; new code imports them from the engine, and this file goes with the last user.
export { fieldBuilders } from '#domain/forms/field-builders.ts';
