-- Plans made before this column existed were computed with the default settings.
ALTER TABLE "pip_reports" ADD COLUMN "settings" jsonb DEFAULT '{"crews":2,"freightPercent":12,"contingencyPercent":10}' NOT NULL;--> statement-breakpoint
ALTER TABLE "pip_reports" ALTER COLUMN "settings" DROP DEFAULT;
