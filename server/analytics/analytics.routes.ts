import type { FastifyInstance } from 'fastify';
import { analyticsQuery, analyticsSchema } from '#contract/analytics.ts';
import { portfolioFilter, portfolioQuery, portfolioSchema } from '#contract/portfolio.ts';
import { propertyPageSchema } from '#contract/property-page.ts';
import { csvType } from '#server/platform/http/csv.ts';
import { admin, readerOf, route } from '#server/platform/http/route.ts';
import { propertyNotFound } from '#server/properties/properties.errors.ts';
import type { PropertiesService } from '#server/properties/properties.service.ts';
import type { AnalyticsService } from './analytics.service.ts';
import type { PortfolioService } from './portfolio.service.ts';
import type { PropertyPageService } from './property-page.service.ts';

export function analyticsRoutes(
  app: FastifyInstance,
  deps: {
    analytics: AnalyticsService;
    portfolio: PortfolioService;
    propertyPage: PropertyPageService;
    properties: PropertiesService;
  },
): void {
  route(app, 'GET', '/api/admin/analytics', {
    summary: 'Figures of the properties of a brand and state, over a period',
    tag: 'Analytics',
    access: admin,
    query: analyticsQuery,
    response: { 200: analyticsSchema },
    handle: ({ query }) => deps.analytics.of(query),
  });
  route(app, 'GET', '/api/admin/portfolio', {
    summary: 'All properties with their current figures, and what they add up to',
    tag: 'Analytics',
    access: admin,
    query: portfolioQuery,
    response: { 200: portfolioSchema },
    handle: ({ query }) => deps.portfolio.page(query),
  });
  route(app, 'GET', '/api/admin/portfolio/export', {
    summary: 'The same properties as a CSV file',
    tag: 'Analytics',
    access: admin,
    query: portfolioFilter,
    response: {},
    produces: ['text/csv'],
    handle: async ({ query, reply }) => {
      const file = await deps.portfolio.file(query);
      reply.type(csvType).header('content-disposition', `attachment; filename="${file.name}"`);
      return file.content;
    },
  });
  route(app, 'GET', '/api/properties/:id/history', {
    summary: 'Scores by area, repeat deficiencies, cases, plans, costs and open items of a property',
    tag: 'Properties',
    access: readerOf(propertyNotFound, deps.properties.load),
    response: { 200: propertyPageSchema },
    handle: ({ target }) => deps.propertyPage.view(target),
  });
}
