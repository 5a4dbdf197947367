/** TEST_LENGTH=long runs fault, soak and fuzz tests as long as the quality list asks; otherwise they are short. */
export const long = process.env.TEST_LENGTH === 'long';
