ALTER TABLE "inspection_issues" ADD COLUMN "room" text;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD COLUMN "raised_from" text;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD COLUMN "raised_rooms" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "photos" ADD COLUMN "room" text;--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "issues_raised_from_check" CHECK ("inspection_issues"."raised_from" in ('critical', 'high', 'medium', 'low'));--> statement-breakpoint
ALTER TABLE "inspection_issues" ADD CONSTRAINT "issues_raised_check" CHECK (("inspection_issues"."raised_from" is null) = (cardinality("inspection_issues"."raised_rooms") = 0));