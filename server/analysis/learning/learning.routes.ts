import type { FastifyInstance } from 'fastify';
import {
  latestLearningRunSchema,
  learnedHeadPath,
  learnedHeadSchema,
  learnedVersionChoiceSchema,
  learningStateSchema,
} from '#contract/learning.ts';
import { admin, route, signedIn } from '#server/platform/http/route.ts';
import type { LearningService } from './learning.service.ts';

const tag = 'Learning';

export function learningRoutes(app: FastifyInstance, { learning }: { learning: LearningService }): void {
  route(app, 'GET', learnedHeadPath, {
    summary: 'The head for damage that this installation has learned, for devices that look at the camera themselves',
    tag: 'Live inspection',
    access: signedIn,
    response: { 200: learnedHeadSchema },
    handle: () => learning.head(),
  });
  route(app, 'GET', '/api/admin/learning', {
    summary: 'What people have taught the AI, and the versions that came of it',
    tag,
    access: admin,
    response: { 200: learningStateSchema },
    handle: () => learning.state(),
  });
  route(app, 'GET', '/api/admin/learning/run', {
    summary: 'The learning that was started last, with its progress',
    tag,
    access: admin,
    response: { 200: latestLearningRunSchema },
    handle: async () => ({ run: await learning.latestRun() }),
  });
  route(app, 'POST', '/api/admin/learning/run', {
    summary: 'Learn from the verdicts now',
    tag,
    access: admin,
    response: { 202: latestLearningRunSchema },
    handle: async ({ actor }) => ({ run: await learning.start(actor) }),
  });
  route(app, 'PUT', '/api/admin/learning/version', {
    summary: 'Use another version, or the one that ships',
    tag,
    access: admin,
    body: learnedVersionChoiceSchema,
    response: { 200: learningStateSchema },
    handle: ({ actor, body }) => learning.use(actor, body.number),
  });
}
