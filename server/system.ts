import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { learningJobs } from '#server/analysis/learning/learning.jobs.ts';
import { learningRoutes } from '#server/analysis/learning/learning.routes.ts';
import { usageRoutes } from '#server/analysis/usage/usage.routes.ts';
import { analyticsJobs } from '#server/analytics/analytics.jobs.ts';
import { analyticsRoutes } from '#server/analytics/analytics.routes.ts';
import { buildApp } from '#server/app.ts';
import { areaRoutes } from '#server/inspections/areas/areas.routes.ts';
import { caseJobs } from '#server/cases/cases.jobs.ts';
import { casePageRoutes } from '#server/cases/page/case-page.routes.ts';
import { caseImportRoutes } from '#server/cases/import/import.routes.ts';
import { caseRoutes } from '#server/cases/cases.routes.ts';
import { requirementRoutes } from '#server/cases/requirements/requirements.routes.ts';
import { checklistRoutes } from '#server/checklists/checklists.routes.ts';
import { backupJobs } from '#server/backup/backup.jobs.ts';
import { healthJobs } from '#server/health/health.jobs.ts';
import { healthRoutes } from '#server/health/health.routes.ts';
import { createMetrics, type Metrics } from '#server/health/metrics.ts';
import { traceRequests } from '#server/platform/telemetry/spans.ts';
import { securityTextRoutes } from '#server/health/security-text.routes.ts';
import { inspectionJobs } from '#server/inspections/inspections.jobs.ts';
import { inspectionRoutes } from '#server/inspections/inspections.routes.ts';
import { findingRoutes } from '#server/findings/findings.routes.ts';
import { frameRoutes } from '#server/frames/frames.routes.ts';
import { messageRoutes } from '#server/messages/messages.routes.ts';
import { notificationRoutes } from '#server/notifications/notifications.routes.ts';
import { openApi } from '#server/openapi.ts';
import { erasureJobs } from '#server/personal-data/erasure.jobs.ts';
import { personalDataJobs } from '#server/personal-data/personal-data.jobs.ts';
import { retentionRoutes } from '#server/personal-data/retention.routes.ts';
import { retentionJobs } from '#server/personal-data/retention.jobs.ts';
import { personalDataRoutes } from '#server/personal-data/personal-data.routes.ts';
import { photoJobs } from '#server/photos/photos.jobs.ts';
import { voiceNoteRoutes } from '#server/photos/voice-notes.routes.ts';
import { photoRoutes } from '#server/photos/photos.routes.ts';
import { auditRoutes } from '#server/platform/audit/audit.routes.ts';
import { eventRoutes } from '#server/platform/events/events.routes.ts';
import { changeJobs } from '#server/platform/changes/changes.jobs.ts';
import { isAllowedHost } from '#server/platform/http/allowed-hosts.ts';
import type { MailFolder } from '#server/platform/mail/mail-folder.ts';
import { mailFolderRoutes } from '#server/platform/mail/mail-folder.routes.ts';
import type { JobDefinition } from '#server/platform/queue/job.ts';
import type { DiskStorage } from '#server/platform/storage/disk.ts';
import { uploadRoutes } from '#server/platform/storage/disk.routes.ts';
import { propertyRoutes } from '#server/properties/properties.routes.ts';
import { recordingJobs } from '#server/recordings/recordings.jobs.ts';
import { recordingRoutes } from '#server/recordings/recordings.routes.ts';
import { catalogueRoutes } from '#server/plans/catalogue/catalogue.routes.ts';
import { generationRoutes } from '#server/plans/generation.routes.ts';
import { lineRoutes } from '#server/plans/lines/lines.routes.ts';
import { planJobs } from '#server/plans/plans.jobs.ts';
import { requestRoutes } from '#server/plans/requests/requests.routes.ts';
import { planRoutes } from '#server/plans/plans.routes.ts';
import { reportRoutes } from '#server/plans/export/reports.routes.ts';
import { shareRoutes } from '#server/plans/shares/shares.routes.ts';
import { runRoutes } from '#server/inspections/runs/runs.routes.ts';
import { statsRoutes } from '#server/stats/stats.routes.ts';
import { uploadJobs } from '#server/uploads/uploads.jobs.ts';
import { unsentWorkRoutes } from '#server/unsent-work/unsent-work.routes.ts';
import { s3Routes } from '#server/uploads/uploads.routes.ts';
import { accountRoutes } from '#server/users/accounts/accounts.routes.ts';
import { apiKeyRoutes } from '#server/users/api-keys/api-keys.routes.ts';
import { savedViewRoutes } from '#server/users/saved-views/saved-views.routes.ts';
import { passkeyRoutes } from '#server/users/passkeys/passkeys.routes.ts';
import { providerRoutes } from '#server/users/identity-provider/provider.routes.ts';
import { secondFactorRoutes } from '#server/users/second-factor/second-factor.routes.ts';
import { userJobs } from '#server/users/users.jobs.ts';
import { userRoutes } from '#server/users/users.routes.ts';
import { readInlineCode, serveWeb } from '#server/web.ts';
import { pushRoutes } from '#server/notifications/push.routes.ts';
import { pushJobs } from '#server/notifications/push.jobs.ts';
import { webhookJobs } from '#server/webhooks/webhooks.jobs.ts';
import { webhookRoutes } from '#server/webhooks/webhooks.routes.ts';
import { createServices, type Connections } from '#server/services.ts';

export interface SystemDeps extends Connections {
  /** The disk storage, which receives uploads itself; null with an S3 store. */
  disk: DiskStorage | null;
  /** The outbox, which admins read in the app; null with a mail server. */
  mailFolder: MailFolder | null;
  /** The folder of the built web application. */
  webFolder: string;
}

export interface System {
  app: FastifyInstance;
  jobs: JobDefinition<object>[];
  /** Whether this process runs jobs; otherwise another process does. */
  runsJobs: boolean;
  services: ReturnType<typeof createServices>;
  metrics: Metrics;
  /** Sets the address of the server once it listens. */
  setOrigin(origin: string): void;
}

/** Wires services, routes and jobs. Starts nothing. */
export async function createSystem(deps: SystemDeps): Promise<System> {
  const { config, logger } = deps;
  const services = createServices(deps);
  let origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const cookies = { secure: config.publicUrl?.startsWith('https:') ?? false };
  const app = await buildApp({
    logger,
    sessionSecret: config.sessionSecret,
    cookies,
    publicOrigin: config.publicUrl,
    trustedProxies: config.trustedProxies,
    uploadOrigin: deps.disk ? null : new URL(deps.storage.locationOf('uploads', '')).origin,
    inlineCode: await readInlineCode(deps.webFolder),
    allowsHost: config.mode === 'evaluation' ? (host) => isAllowedHost(host, config.allowedHosts) : null,
    resolveSession: services.sessions.resolve,
    resolveKey: services.apiKeys.resolve,
  });
  if (config.telemetry) traceRequests(app);
  const metrics = createMetrics({ ...deps, audit: services.audit });
  // Before any route is registered, so that files that are sent to the disk and pages are counted too.
  app.addHook('onResponse', (request, reply, done) => {
    metrics.count(request, reply);
    done();
  });
  const healthParts = { ...deps, metrics, sampleData: () => services.sample.state() };
  if (config.role === 'worker') await app.register(async (routes) => healthRoutes(routes, healthParts));
  else await registerRoutes(app, { ...deps, metrics }, services, cookies);

  const parts = { ...deps, ...services, origin: () => origin };
  const jobs: JobDefinition<object>[] = [
    ...changeJobs(parts),
    ...healthJobs(parts),
    ...userJobs(parts),
    ...pushJobs(parts),
    ...webhookJobs(parts),
    ...caseJobs(parts),
    ...inspectionJobs(parts),
    ...planJobs(parts),
    ...analyticsJobs(parts),
    ...uploadJobs(parts),
    ...photoJobs(parts),
    ...recordingJobs({ ...parts, scratch: config.scratchDir }),
    ...personalDataJobs(parts),
    ...erasureJobs(parts),
    ...retentionJobs(parts),
    ...learningJobs(services),
    ...backupJobs(parts),
    ...services.sample.jobs,
  ];
  return {
    app,
    jobs,
    runsJobs: config.role !== 'web',
    services,
    metrics,
    setOrigin: (address) => {
      origin = config.publicUrl ?? address;
    },
  };
}

/** Registers all routes for users and pages. */
async function registerRoutes(
  app: FastifyInstance,
  deps: SystemDeps & { metrics: Metrics },
  services: ReturnType<typeof createServices>,
  cookies: { secure: boolean },
): Promise<void> {
  const { config } = deps;
  await app.register(websocket, { options: { maxPayload: 64 * 1024 } });
  await openApi(app, cookies);
  // An address ends with the session, or the API key, that asked for it.
  const isAlive = async (id: string) => (await services.sessions.isAlive(id)) || services.apiKeys.isAlive(id);
  if (deps.disk) await app.register(uploadRoutes, { disk: deps.disk, isAlive });
  // The configured address, or else the one that the browser used.
  const originOf = (request: { protocol: string; host: string }) =>
    config.publicUrl ?? `${request.protocol}://${request.host}`;

  await app.register(async (routes) => {
    healthRoutes(routes, { ...deps, sampleData: () => services.sample.state() });
    securityTextRoutes(routes, config);
    userRoutes(routes, { ...services, config, cookies, originOf });
    secondFactorRoutes(routes, { ...services, cookies });
    passkeyRoutes(routes, { ...services, config, cookies, originOf });
    providerRoutes(routes, { ...services, cookies, originOf });
    accountRoutes(routes, services);
    apiKeyRoutes(routes, services);
    savedViewRoutes(routes, services);
    statsRoutes(routes, services);
    analyticsRoutes(routes, services);
    notificationRoutes(routes, services);
    pushRoutes(routes, services);
    webhookRoutes(routes, services);
    caseRoutes(routes, services);
    casePageRoutes(routes, services);
    caseImportRoutes(routes, services);
    await routes.register(requirementRoutes, services);
    propertyRoutes(routes, services);
    runRoutes(routes, services);
    areaRoutes(routes, services);
    checklistRoutes(routes, services);
    inspectionRoutes(routes, services);
    findingRoutes(routes, services);
    s3Routes(routes, { uploads: services.uploads, originOf });
    photoRoutes(routes, { ...services, originOf });
    await routes.register(voiceNoteRoutes, services);
    recordingRoutes(routes, services);
    generationRoutes(routes, { ...services, areaSessions: services.areas });
    planRoutes(routes, services);
    shareRoutes(routes, services);
    reportRoutes(routes, services);
    lineRoutes(routes, services);
    requestRoutes(routes, services);
    catalogueRoutes(routes, services);
    messageRoutes(routes, services);
    personalDataRoutes(routes, services);
    retentionRoutes(routes, { config, audit: services.audit });
    learningRoutes(routes, services);
    usageRoutes(routes, services);
    auditRoutes(routes, { audit: services.audit, namesOf: services.users.namesOf });
    mailFolderRoutes(routes, deps);
    await routes.register(frameRoutes, services);
    await routes.register(unsentWorkRoutes, services);
    eventRoutes(routes, {
      hub: deps.events,
      publicOrigin: config.publicUrl,
      sessionAlive: services.sessions.isAlive,
      receive: services.pageMessages.receive,
    });
  });
  await serveWeb(app, deps.webFolder);
}
