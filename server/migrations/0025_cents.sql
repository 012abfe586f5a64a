ALTER TABLE "cost_catalogue" DROP CONSTRAINT "cost_catalogue_range_check";--> statement-breakpoint
ALTER TABLE "pip_items" DROP CONSTRAINT "pip_items_cost_check";--> statement-breakpoint
-- By hand: the amounts that are there become whole cents in place.
ALTER TABLE "cost_catalogue"
  ALTER COLUMN "cost_low" TYPE bigint USING round("cost_low" * 100)::bigint,
  ALTER COLUMN "cost_high" TYPE bigint USING round("cost_high" * 100)::bigint;
--> statement-breakpoint
ALTER TABLE "pip_items"
  ALTER COLUMN "cost_low" TYPE bigint USING round("cost_low" * 100)::bigint,
  ALTER COLUMN "cost_high" TYPE bigint USING round("cost_high" * 100)::bigint,
  ALTER COLUMN "estimated_cost" TYPE bigint USING round("estimated_cost" * 100)::bigint,
  ALTER COLUMN "actual_cost" TYPE bigint USING round("actual_cost" * 100)::bigint;
--> statement-breakpoint
ALTER TABLE "pip_reports"
  ALTER COLUMN "total_cost" TYPE bigint USING round("total_cost" * 100)::bigint;
--> statement-breakpoint
ALTER TABLE "cost_catalogue" RENAME COLUMN "cost_low" TO "cost_low_cents";--> statement-breakpoint
ALTER TABLE "cost_catalogue" RENAME COLUMN "cost_high" TO "cost_high_cents";--> statement-breakpoint
ALTER TABLE "pip_items" RENAME COLUMN "cost_low" TO "cost_low_cents";--> statement-breakpoint
ALTER TABLE "pip_items" RENAME COLUMN "cost_high" TO "cost_high_cents";--> statement-breakpoint
ALTER TABLE "pip_items" RENAME COLUMN "estimated_cost" TO "estimated_cost_cents";--> statement-breakpoint
ALTER TABLE "pip_items" RENAME COLUMN "actual_cost" TO "actual_cost_cents";--> statement-breakpoint
ALTER TABLE "pip_reports" RENAME COLUMN "total_cost" TO "total_cost_cents";--> statement-breakpoint
ALTER TABLE "cost_catalogue" ADD CONSTRAINT "cost_catalogue_range_check" CHECK ("cost_catalogue"."cost_low_cents" <= "cost_catalogue"."cost_high_cents" and "cost_catalogue"."cost_high_cents" <= 99999999);--> statement-breakpoint
ALTER TABLE "pip_items" ADD CONSTRAINT "pip_items_cost_check" CHECK ("pip_items"."cost_low_cents" <= "pip_items"."cost_high_cents" and "pip_items"."estimated_cost_cents" >= 0 and greatest("pip_items"."cost_high_cents", "pip_items"."estimated_cost_cents", "pip_items"."actual_cost_cents") <= 99999999);--> statement-breakpoint
ALTER TABLE "pip_reports" ADD CONSTRAINT "pip_reports_total_check" CHECK ("pip_reports"."total_cost_cents" between 0 and 9999999999);