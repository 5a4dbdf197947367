/** True if storms, fuzzing and loops run at the quality list's length, as in `npm run test:long`. */
export const long = process.env.TEST_LENGTH === 'long';
