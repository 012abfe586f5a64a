import type { FastifyInstance } from 'fastify';
import { costCatalogueInputSchema, costCatalogueSchema } from '#contract/cost-catalogue.ts';
import { admin, route } from '#server/platform/http/route.ts';
import type { CatalogueService } from './catalogue.service.ts';

const tag = 'Property improvement plans';

export function catalogueRoutes(app: FastifyInstance, { costCatalogue }: { costCatalogue: CatalogueService }): void {
  route(app, 'GET', '/api/admin/cost-catalogue', {
    summary: 'Unit costs and durations that plans are computed with',
    tag,
    access: admin,
    response: { 200: costCatalogueSchema },
    handle: () => costCatalogue.read(),
  });
  route(app, 'PUT', '/api/admin/cost-catalogue', {
    summary: 'Replace the unit costs and durations',
    tag,
    access: admin,
    body: costCatalogueInputSchema,
    // Enough for every entry of the catalogue.
    bodyLimit: 1024 * 1024,
    response: { 200: costCatalogueSchema },
    handle: ({ actor, body }) => costCatalogue.replace(actor, body),
  });
}
