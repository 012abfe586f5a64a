ALTER TABLE "pip_reports" ADD COLUMN "approved_on" date;--> statement-breakpoint
-- By hand: of plans from before, the day that their windows were counted from.
UPDATE pip_reports SET approved_on = (approved_at AT TIME ZONE 'UTC')::date WHERE approved_at IS NOT NULL;
