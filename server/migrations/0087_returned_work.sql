ALTER TABLE "pip_items" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
-- By hand: work that was reported and is in progress again was returned after the report.
UPDATE pip_items SET returned_at = reported_at WHERE status = 'in_progress' AND reported_at IS NOT NULL;
