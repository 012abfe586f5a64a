ALTER TABLE "scope_figures" ADD COLUMN "open_critical" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scope_figures" ADD COLUMN "open_high" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scope_figures" ADD COLUMN "open_medium" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scope_figures" ADD COLUMN "open_low" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Those of an area session count for it, the others for their inspection.
UPDATE "scope_figures" AS figures
SET "open_critical" = found.critical, "open_high" = found.high, "open_medium" = found.medium, "open_low" = found.low
FROM (
  SELECT coalesce("area_session_id", "inspection_id") AS scope_id,
    count(*) FILTER (WHERE "severity" = 'critical') AS critical, count(*) FILTER (WHERE "severity" = 'high') AS high,
    count(*) FILTER (WHERE "severity" = 'medium') AS medium, count(*) FILTER (WHERE "severity" = 'low') AS low
  FROM "inspection_issues" WHERE "status" IN ('pending', 'confirmed') GROUP BY 1
) AS found
WHERE found.scope_id = figures.scope_id;
