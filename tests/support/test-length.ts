/** Whether storms, fuzz and loops are as long as the quality list asks, as in `npm run test:long`; else they are short. */
export const long = process.env.TEST_LENGTH === 'long';
