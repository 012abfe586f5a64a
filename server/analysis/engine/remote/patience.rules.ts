/** Time limit per picture, as a multiple of the request limit, because some are asked about twice. */
const timeoutFactor = 2;

/** A large photo is sent as a whole and in four parts. */
export const maxPictures = 5;

/** How long the reading of so many pictures may take, where only some requests are under way at once. */
export const readingMsOf = (pictures: number, limits: { atOnce: number; timeoutMs: number }): number =>
  Math.ceil(pictures / limits.atOnce) * timeoutFactor * limits.timeoutMs;
