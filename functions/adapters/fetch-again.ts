/** More connections than an environment keeps open to one service. */
const tries = 4;

/**
 * `fetch` for what does no more when it is sent twice. Lambda purges connections while a function is frozen, and whoever uses
 * one afterwards is cut off: it is sent again at once, as the SDK's clients do, all within the one signal of `init`. Throws what
 * `fetch` throws.
 */
export const fetchAgain = async (url: URL | string, init: RequestInit): Promise<Response> => {
  for (let tried = 1; ; tried++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      // Whatever else comes of impatience is another error.
      if (tried === tries || !(error instanceof TypeError)) throw error;
    }
  }
};
