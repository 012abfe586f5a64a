import { declareError } from '#server/platform/http/problem.ts';
import { tooFewPhotosText } from './outcomes.rules.ts';

export const learningRunning = declareError({
  status: 409,
  code: 'learning_running',
  detail: 'The AI is learning already',
});
export const engineDoesNotLearn = declareError({
  status: 409,
  code: 'engine_does_not_learn',
  detail: 'Only the built-in engine learns, and the setting AI_ENGINE switches it off',
});
export const tooFewExamples = declareError({ status: 409, code: 'too_few_examples', detail: tooFewPhotosText });
export const learnedVersionNotFound = declareError({
  status: 404,
  code: 'learned_version_not_found',
  detail: (number: number) => `There is no version ${number}`,
});
