/** The time limit per picture as a multiple of the request limit, because some pictures need two requests. */
const timeoutFactor = 2;

/** A large photo is sent whole and in four parts. */
export const maxPictures = 5;

/** The time limit for reading this many pictures when only `atOnce` requests run at the same time. */
export const readingTimeLimitMs = (pictures: number, limits: { atOnce: number; timeoutMs: number }): number =>
  Math.ceil(pictures / limits.atOnce) * timeoutFactor * limits.timeoutMs;
